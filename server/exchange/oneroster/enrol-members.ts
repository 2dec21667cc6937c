import { sql, type RawBuilder } from 'kysely';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Counts } from './roster.ts';

/** Who should be in which class schedule: student_id, class_schedule_id, member_from, member_to. */
export const membersOfTimes = (waiting: number[]): RawBuilder<unknown> => sql`
  select m.student_id, x.class_schedule_id, m.member_from, m.member_to
  from external_id x join waiting_member m on m.waiting_class_id = x.waiting_class_id
  where x.kind = 'class-time' and x.waiting_class_id = any(${waiting}::bigint[])`;

/** Enrols the members of waiting classes in the class schedules that these have. */
export const enrolMembers = (trx: Database, waiting: number[], today: string): Promise<Counts> =>
  enrolWanted(trx, membersOfTimes(waiting), today);

/**
 * The periods of each student in each class schedule: those that share a day are one, so that no student is on a
 * roll twice. A row that begins on the day after another one ends stays its own. `is_last`: none ends later.
 */
const periodsOf = (members: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select student_id, class_schedule_id, nullif(min(first), '-infinity') as member_from,
    nullif(max(last), 'infinity') as member_to,
    max(last) = max(max(last)) over (partition by student_id, class_schedule_id) as is_last
  from (
    select b.*, count(*) filter (where begins) over (
      partition by student_id, class_schedule_id order by first, last) as period
    from (
      select d.*, first > max(last) over (
        partition by student_id, class_schedule_id order by first, last
        rows between unbounded preceding and 1 preceding) as begins
      from (
        select student_id, class_schedule_id, coalesce(member_from, '-infinity') as first,
          coalesce(member_to, 'infinity') as last
        from (${members}) m
      ) d where first <= last
    ) b
  ) p group by student_id, class_schedule_id, period`;

/**
 * Enrols who is not in the class yet: from the beginning of the semester, or from today where rolls were taken,
 * unless the member has a date. Who was in the class before and left is not enrolled again. Enrolments of members
 * with a last day end on it, or on the day of their last mark; not while they have a later period.
 */
export async function enrolWanted(
  trx: Database,
  members: RawBuilder<unknown>,
  today: string,
): Promise<Counts> {
  const periods = periodsOf(members);
  const { created, given } = oneRow(
    await sql<{ created: number; given: number }>`
      with wanted as materialized (${periods}), taken as materialized (
        select distinct a.class_schedule_id from attendance a
        where a.class_schedule_id in (select class_schedule_id from wanted)
      ), added as (
        insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
        select w.student_id, w.class_schedule_id, f.first, w.member_to
        from wanted w
        join class_schedule c on c.id = w.class_schedule_id and c.archived_at is null
        join semester m on m.id = c.semester_id
        join student s on s.id = w.student_id and s.archived_at is null
        cross join lateral (select greatest(m.semester_start_date, coalesce(w.member_from,
          case when w.class_schedule_id in (select class_schedule_id from taken)
            then ${today}::date end)) as first) f
        where f.first <= coalesce(w.member_to, m.semester_end_date) and not exists (
          select from enrolment e where e.student_id = w.student_id
            and e.class_schedule_id = w.class_schedule_id
            and (e.enrolled_to is null or w.member_from is null or e.enrolled_to >= w.member_from))
        on conflict (student_id, class_schedule_id) where enrolled_to is null do nothing
        returning id
      )
      select (select count(*)::int from added) as created, (select count(*)::int from wanted) as given`.execute(
      trx,
    ),
  );
  const { numAffectedRows: ended = 0n } = await sql`
    update enrolment e set enrolled_to = l.last
    from (${periods}) w cross join lateral (select greatest(w.member_to, (
      select max(a.date) from attendance a where a.student_id = w.student_id
        and a.class_schedule_id = w.class_schedule_id)) as last) l
    where w.is_last and w.member_to is not null and e.student_id = w.student_id
      and e.class_schedule_id = w.class_schedule_id and e.enrolled_to is null
      and e.cohort_assignment_id is null and l.last >= e.enrolled_from`.execute(trx);
  const updated = Number(ended);
  return { created, updated, unchanged: given - created - updated, archived: 0, skipped: 0 };
}
