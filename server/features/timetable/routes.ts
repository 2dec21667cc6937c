import { assertSetsPayCodes } from '../payroll/may-set-pay-code.ts';
import { sql } from 'kysely';
import { can } from '#contract/permissions.ts';
import {
  classScheduleEndpoints,
  getClashes,
  previewClassChange,
} from '#contract/endpoints/timetable.ts';
import type { OperationDone } from '#contract/meeting-changes.ts';
import { classOnDateQuery, type Weekday } from '#contract/timetable.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import {
  readOne,
  readPage,
  type ListQuery,
  type ResourceReader,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { changeWithin, type Body, type ResourceWriter } from '#server/platform/resource/writer.ts';
import { publishClass } from '../attendance/live.ts';
import { lastChangeOf, recordPatternChange } from '../meetings/pattern-change.ts';
import { planAt, planning } from '../meetings/planning.ts';
import { changeFrom } from './change-from.ts';
import { findClashes } from './clashes.ts';
import { presentClass, presentClasses } from './present.ts';
import { previewChange } from './preview.ts';
import {
  changesOf,
  classList,
  classOnDate,
  meetingList,
  type ClassesQuery,
  type ClassRow,
} from './queries.ts';
import { numberOfDay } from './when.ts';

const references: NonNullable<ResourceWriter['references']> = {
  subject_id: 'subject',
  semester_id: 'semester',
  teacher_id: 'teacher',
  classroom_id: 'classroom',
  payroll_id: 'pay_code',
};

const writerOf = ({ clock, live }: Pick<AppContext, 'clock' | 'live'>): ResourceWriter => {
  /** What is announced after the commit. */
  const changed = new WeakMap<Database, OperationDone['meetings']>();
  return {
    ...changeWriter(clock),
    async aroundChange(trx, { id, user }, change) {
      const by = { user: user.id, now: clock.now().toString() };
      const done = await recordPatternChange(trx, [id], by, change);
      if (done) changed.set(trx, done.meetings);
    },
    async afterCommit(trx) {
      for (const it of changed.get(trx) ?? []) publishClass(live, it.class_schedule, it.date);
    },
  };
};

const changeWriter = (clock: Clock): ResourceWriter => ({
  table: 'class_schedule',
  async toColumns({ day_of_week, order, effective_from, ...body }, { trx, current }) {
    const columns: Body = {
      ...body,
      ...(day_of_week !== undefined && { day_of_week: numberOfDay(day_of_week as Weekday) }),
      ...(order !== undefined && { sort_order: order }),
    };
    if (!current) return columns;
    await assertHistoryUnaffected(trx, current, columns);
    if (typeof effective_from !== 'string') return columns;
    await checkReferences(trx, references, columns);
    return changeFrom(trx, clock, current, columns, effective_from);
  },
  references,
  referencedBy: [
    { table: 'enrolment', column: 'class_schedule_id', names: ['enrolment', 'enrolments'] },
    {
      table: 'attendance',
      column: 'class_schedule_id',
      names: ['attendance mark', 'attendance marks'],
    },
    {
      table: 'attendance_history',
      column: 'class_schedule_id',
      names: ['change in the history of marks', 'changes in the history of marks'],
    },
    { table: 'cohort_schedule', column: 'class_schedule_id', names: ['cohort', 'cohorts'] },
    { table: 'payroll_log', column: 'class_schedule_id', names: ['check-in', 'check-ins'] },
    { table: 'attendance_note', column: 'class_schedule_id', names: ['note', 'notes'] },
  ],
});

/**
 * In another semester the rolls of the past would be gone, and with another subject they would be
 * its. Another weekday holds from a date (R-MEETING-2).
 */
async function assertHistoryUnaffected(trx: Database, current: Body, columns: Body): Promise<void> {
  const moved = (['semester_id', 'subject_id'] as const).find(
    (name) => columns[name] !== undefined && columns[name] !== current[name],
  );
  if (!moved) return;
  const { rows } =
    await sql`select from attendance where class_schedule_id = ${current.id} limit 1`.execute(trx);
  if (rows.length)
    throw validationError(
      moved,
      'cannot change once attendance has been taken: archive this class and add a new one',
    );
}

export function timetableRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock, settings } = context;
  const reader: ResourceReader = {
    async page(query: ListQuery & Pick<ClassesQuery, 'date'>, user) {
      const { rows, total } = await readPage<ClassRow, ClassesQuery>(
        database,
        query.date === undefined ? classList : meetingList,
        { ...query, edit_days: settings.current().edit_days },
      );
      const shown = {
        day: query.date ?? query.today,
        date: query.date,
        changes: await changesOf(database, rows),
        payCode: can(user.permissions, 'Payrolls', 'read'),
      };
      return { rows: presentClasses(clock, rows, shown), total };
    },
    async findById(id, user, query) {
      const { date } = classOnDateQuery.parse(query ?? {});
      const day = date ?? clock.today();
      const list = date === undefined ? classList : classOnDate;
      const row = await readOne<ClassRow, ClassesQuery>(database, list, id, {
        search: '',
        limit: 1,
        page: 1,
        ordering: '',
        today: clock.today(),
        edit_days: settings.current().edit_days,
        ...(date !== undefined && { date }),
      });
      if (!row) return null;
      const shown = presentClass(clock, row, {
        day,
        ...(date !== undefined && { date, changes: await changesOf(database, [row]) }),
        payCode: can(user.permissions, 'Payrolls', 'read'),
      });
      // Of the week, which the form edits.
      if (date !== undefined) return shown;
      const clashes = await findClashes(database, { ...row, day_of_week: shown.day_of_week });
      const last_change = can(user.permissions, 'Timetables', 'edit')
        ? await lastChangeOf(database, id)
        : undefined;
      return {
        ...shown,
        ...(clashes.length && { clashes }),
        ...(last_change && { last_change }),
      };
    },
  };
  implement(api, getClashes, async ({ query }) => ({
    clashes: query.start_time < query.end_time ? await findClashes(database, query) : [],
  }));

  const writer = planning(writerOf(context), clock);
  const assertAllowed = (body: Body, user: CurrentUser) => {
    if (body.payroll_id !== undefined) assertSetsPayCodes(user);
  };
  implement(api, previewClassChange, ({ params: { id }, body, user }) => {
    assertAllowed(body, user);
    return previewChange(database, id, body.effective_from ?? null, {
      prepare: (trx) => planAt(trx, clock),
      change: (trx) => changeWithin(trx, classScheduleEndpoints.resource, writer, id, body, user),
    });
  });
  return registerResource(api, classScheduleEndpoints, reader, writer, {
    database,
    today: clock.today,
    assertAllowed,
  });
}
