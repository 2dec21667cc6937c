import { sql } from 'kysely';
import { may } from '../../../contract/permissions.ts';
import { clashesAnswer, clashesQuery, classSchedules, type Weekday } from '../../../contract/timetable.ts';
import type { Api, Parts } from '../../parts.ts';
import type { Database } from '../../platform/database/pool.ts';
import { forbidden, wrongField } from '../../platform/http/api-error.ts';
import { readOne, readPage, type ListAsked, type Reading } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Body, Writing } from '../../platform/resource/writing.ts';
import { findClashes } from './clashes.ts';
import { presentClasses } from './present.ts';
import { classListing, type ClassesAsked, type ClassRow } from './queries.ts';
import { numberOfDay } from './when.ts';

const writing: Writing = {
  table: 'class_schedule',
  async columns({ day_of_week, order, ...body }, { trx, current }) {
    const columns: Body = {
      ...body,
      ...(day_of_week !== undefined && { day_of_week: numberOfDay(day_of_week as Weekday) }),
      ...(order !== undefined && { sort_order: order }),
    };
    if (current) await keepPast(trx, current, columns);
    return columns;
  },
  references: { subject_id: 'subject', semester_id: 'semester', teacher_id: 'teacher', classroom_id: 'classroom', payroll_id: 'pay_code' },
  usedBy: [
    { table: 'enrolment', column: 'class_schedule_id', names: ['enrolment', 'enrolments'] },
    { table: 'attendance', column: 'class_schedule_id', names: ['attendance mark', 'attendance marks'] },
    { table: 'attendance_history', column: 'class_schedule_id', names: ['change in the history of marks', 'changes in the history of marks'] },
    { table: 'cohort_schedule', column: 'class_schedule_id', names: ['cohort', 'cohorts'] },
    { table: 'payroll_log', column: 'class_schedule_id', names: ['check-in', 'check-ins'] },
    { table: 'attendance_note', column: 'class_schedule_id', names: ['note', 'notes'] },
  ],
};

/** On another weekday or in another semester the rolls of the past would be gone, and with another subject they would be its. */
async function keepPast(trx: Database, current: Body, columns: Body): Promise<void> {
  const moved = (['day_of_week', 'semester_id', 'subject_id'] as const).find(
    (name) => columns[name] !== undefined && columns[name] !== current[name],
  );
  if (!moved) return;
  const { rows } = await sql`select from attendance where class_schedule_id = ${current.id} limit 1`.execute(trx);
  if (rows.length) throw wrongField(moved, 'cannot change once attendance has been taken: archive this class and add a new one');
}

export function timetableRoutes(api: Api, { database, clock }: Parts): Mounted {
  const reading: Reading = {
    async page(asked: ListAsked & Pick<ClassesAsked, 'date'>, who) {
      const { rows, total } = await readPage<ClassRow, ClassesAsked>(database, classListing, asked);
      const shown = { day: asked.date ?? asked.today, date: asked.date, payCode: may(who.permissions, 'Payrolls', 'read') };
      return { rows: presentClasses(clock, rows, shown), total };
    },
    async one(id, who) {
      const day = clock.today();
      const row = await readOne<ClassRow, ClassesAsked>(database, classListing, id, { search: '', limit: 1, page: 1, ordering: '', today: day });
      if (!row) return null;
      const [shown] = presentClasses(clock, [row], { day, payCode: may(who.permissions, 'Payrolls', 'read') });
      const clashes = await findClashes(database, { ...row, day_of_week: shown!.day_of_week });
      return { ...shown!, ...(clashes.length && { clashes }) };
    },
  };
  api.get('/classschedule-clashes', { schema: { querystring: clashesQuery, response: { 200: clashesAnswer } } }, async ({ query }) => ({
    clashes: query.start_time < query.end_time ? await findClashes(database, query) : [],
  }));

  return mountSection(api, classSchedules, reading, writing, {
    database,
    today: clock.today,
    refuse(body, who) {
      const given = body.payroll_id !== undefined;
      if (given && !may(who.permissions, 'Payrolls', 'edit')) throw forbidden('Only who may edit pay codes may set one.');
    },
  });
}
