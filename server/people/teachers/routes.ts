import { sql } from 'kysely';
import { archiveTeachers, teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { announced } from '#server/school/announced.ts';
import { assertAddressesAllowed, assertMayChangeAddresses, changeAddress } from './address.ts';
import { cardToStore } from '../cards/numbers.ts';
import { teacherList } from './list.ts';
import { assertNoMeetingsToCome, classesWith } from '#server/timetable/index.ts';
import { sameKeyForm } from '#server/platform/resource/unique.ts';

const writer = ({ config, clock, settings }: AppContext): ResourceWriter => ({
  table: 'teacher',
  unique: {
    teacher_email_key: ['email'],
    teacher_card_number: [
      'card_number',
      'is the card of another teacher',
      undefined,
      sql`(select 'is the card of ' || person_name(other.first_name, other.last_name)
        from others other, candidate where other.card_number = candidate.card_number limit 1)`,
    ],
    teacher_key_form: [
      'card_number',
      'is the card of another teacher',
      sameKeyForm('card_number'),
      sql`(select 'is the card of ' || person_name(other.first_name, other.last_name)
        from others other, candidate where ${sameKeyForm('card_number')} limit 1)`,
    ],
    teacher_card_is_a_students: [
      'card_number',
      'is the card or the student ID of a student',
      sql`exists (select from student s where s.key_form = key_form(candidate.card_number)
        or lower(s.student_id) = lower(candidate.card_number))`,
      sql`(select 'is the card or the student ID of ' || person_name(s.first_name, s.last_name)
          || ' (' || s.student_id || ')'
        from student s, candidate where s.key_form = key_form(candidate.card_number)
          or lower(s.student_id) = lower(candidate.card_number) order by s.id limit 1)`,
    ],
  },
  async toColumns(
    { card_number, confirm_same_person: confirmed, ...given },
    { trx, user, current },
  ) {
    const body = {
      ...given,
      ...(card_number !== undefined && {
        card_number: await cardToStore(trx, settings.current(), card_number, {
          table: 'teacher',
          field: 'card_number',
          current,
          timeZone: clock.timeZone,
        }),
      }),
    };
    const { email } = given;
    if (typeof email !== 'string' || email === current?.email) return body;
    if (current)
      await changeAddress(trx, {
        current,
        email,
        user,
        staff: config,
        now: clock.now().toString(),
        confirmed,
      });
    else await assertAddressesAllowed(trx, 'email', [email], user, config, { confirmed, user });
    return body;
  },
  assertCanArchive: (trx, ids) => assertNoMeetingsToCome(trx, clock, 'teacher', ids),
  async assertCanRestore(trx, rows, user) {
    // Meanwhile the address may have become an administrator's.
    const emails = rows.map((row) => String(row.email));
    await assertAddressesAllowed(trx, 'ids', emails, user, config);
  },
  async assertCanBecome(trx, rows, user) {
    const changed = rows.filter(({ current, next }) => current?.email !== next.email);
    const earlier = changed.flatMap(({ current }) => (current ? [Number(current.id)] : []));
    await assertMayChangeAddresses(trx, earlier, user);
    const emails = changed.map(({ next }) => String(next.email));
    await assertAddressesAllowed(trx, 'email', emails, user, config);
  },
  referencedBy: [
    ...classesWith('teacher_id'),
    {
      table: 'waiting_class',
      column: 'teacher_id',
      names: ['class without times', 'classes without times'],
    },
    {
      table: 'class_meeting',
      column: 'covering_teacher_id',
      names: ['class that they cover', 'classes that they cover'],
    },
    { table: 'subject', column: 'subject_teacher_id', names: ['subject', 'subjects'] },
    { table: 'payroll_log', column: 'teacher_id', names: ['check-in', 'check-ins'] },
    { table: 'payroll_log', column: 'class_teacher_id', names: ['check-in', 'check-ins'] },
    { table: 'device_tap', column: 'teacher_id', names: ['tap at a door', 'taps at doors'] },
    {
      table: 'building_roll_call_person',
      column: 'teacher_id',
      names: ['roll call of the building', 'roll calls of the building'],
    },
    { table: 'attendance_note', column: 'teacher_id', names: ['note', 'notes'] },
  ],
});

/** Teachers; their sign-in address determines whose pay they see. */
export function teacherRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock } = context;
  const { today } = clock;
  return registerResource(
    api,
    teacherEndpoints,
    createReader(database, teacherList, today),
    announced(writer(context), context.live),
    {
      database,
      clock,
      archive: archiveTeachers,
    },
  );
}
