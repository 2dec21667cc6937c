import { sql } from 'kysely';
import type { SettingValues } from '#contract/settings.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { cancelHeld } from './held.ts';

/** Who is alerted. */
type AlertTerms = Pick<SettingValues, 'alert_students' | 'alert_teachers' | 'alert_coordinators'>;

/** Whether an alert to a kind of recipient is sent at all. */
export const isAlerted = (recipient: string, terms: AlertTerms): boolean =>
  ({
    student: terms.alert_students,
    teacher: terms.alert_teachers,
    coordinator: terms.alert_coordinators,
  })[recipient] ?? false;

/** Whether entry `e` of the red list holds: new or accepted, and its rule holds now. */
export const entryHolds = sql<boolean>`(e.state in ('open', 'accepted') and e.not_held_since is null)`;

/** The classes `c` of the student of entry `e` in its subject, and of its class type, on a day. */
const classesOfEntry = (today: string) => sql`
  from enrolment n
  join class_schedule c on c.id = n.class_schedule_id and c.archived_at is null
  where n.student_id = e.student_id and c.semester_id = e.semester_id
    and (e.subject_id is null or c.subject_id = e.subject_id)
    and (e.class_type is null or c.class_type = e.class_type)
    and ${enrolledOn(sql`${today}::date`, 'n')}`;

/** The teachers, and the coordinators' addresses, of an entry on a day. */
const teachersOf = (today: string) => sql`
  select t.email from teacher t
  where t.archived_at is null and t.email <> '' and t.id in (
    select unnest(array[c.teacher_id] || c.co_teacher_ids) ${classesOfEntry(today)})`;
const coordinatorsOf = (today: string) => sql`
  select k.coordinator_email from course k
  where k.coordinator_email is not null
    and k.id in (select j.course_id from subject j
      where j.id in (select c.subject_id ${classesOfEntry(today)}))`;

/** Whether alert `m` about entry `e` goes to whom it would go to now; its student is read beside it. */
export const isStillAddressed = (today: string) => sql`case m.recipient
  when 'teacher' then m.address in (${teachersOf(today)})
  when 'coordinator' then m.address in (${coordinatorsOf(today)}) else true end`;

/**
 * Holds alerts (R-MSG-6) for parts of rules that began to hold since alerts were switched on; what held
 * before is only noted. The red list is what `standing` keeps: nothing is computed here.
 * @returns how many.
 */
export async function followAlerts(
  trx: Database,
  { terms, today, now }: { terms: AlertTerms; today: string; now: string },
): Promise<number> {
  const { alert_students, alert_teachers, alert_coordinators } = terms;
  if (!alert_students && !alert_teachers && !alert_coordinators) {
    await trx.deleteFrom('alert_state').execute();
    await trx.deleteFrom('student_alert').execute();
    await cancelHeld(trx, now, {
      where: sql`m.kind = 'alert'`,
      reason: sql`'Alerts were switched off.'`,
    });
    return 0;
  }
  const begun = await trx
    .insertInto('alert_state')
    .values({ since: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('since')
    .executeTakeFirst();
  // Where an entry was cleared, its parts bring an alert when they hold again.
  await trx
    .deleteFrom('student_alert as a')
    .using('red_list_computed as e')
    .whereRef('e.id', '=', 'a.entry_id')
    .where('e.state', '=', anyOf.texts(['cleared', 'dismissed']))
    .execute();
  const added = sql`
    insert into student_alert (entry_id, part)
    select e.id, w.part
    from red_list_computed e cross join unnest(e.why) w(part)
    join student s on s.id = e.student_id and s.archived_at is null
    where ${entryHolds}
      and not exists (select from student_alert a where a.entry_id = e.id and a.part = w.part)
    on conflict do nothing returning entry_id, part`;
  if (begun) {
    await added.execute(trx);
    return 0;
  }
  const { rows } = await sql`
    with added as (${added}),
    entries as (
      select e.*, array_agg(added.part order by added.part) as parts
      from added join red_list_computed e on e.id = added.entry_id group by e.id
    )
    insert into student_message (student_id, day, kind, recipient, address, entry_id, parts, state,
      due_at, created_at)
    select e.student_id, ${today}::date, 'alert', r.recipient, r.address, e.id, e.parts, 'held',
      ${now}::timestamptz, ${now}::timestamptz
    from entries e
    cross join lateral (
      select 'student' as recipient, null as address where ${alert_students}
      union all
      select 'teacher', x.email from (${teachersOf(today)}) x where ${alert_teachers}
      union all
      select distinct 'coordinator', x.coordinator_email
      from (${coordinatorsOf(today)}) x where ${alert_coordinators}
    ) r
    returning id`.execute(trx);
  return rows.length;
}
