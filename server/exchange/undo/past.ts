import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Undone } from './undoing.ts';

/**
 * What taken rolls rest on is not undone (R-UNDO-3): an enrolment whose student has marks in the days that it
 * would lose, one that would add the student to rolls which were taken without them, and the subject and
 * semester of a class with marks.
 * @param operation its `done_at` is when: rolls of before had the students on them. A copy gives classes later
 * changes itself; those that were made by hand since are recorded.
 */
export async function refusePast(
  trx: Database,
  tables: ReadonlySet<string>,
  { done_at: since, kind }: Pick<Undone, 'done_at' | 'kind'>,
): Promise<void> {
  if (tables.has('enrolment')) {
    await refuseMarked(trx);
    await refuseTaken(trx, since);
  }
  if (tables.has('class_schedule')) {
    await sql`
      update undoing u set refusal = 'has attendance of its present subject and semester'
      where u.table_name = 'class_schedule' and u.refusal is null and u.before is not null
        and u.restore ?| array['subject_id', 'semester_id']
        and exists (select from attendance a where a.class_schedule_id = u.row_key::bigint)`.execute(
      trx,
    );
    await sql`
      update undoing u set refusal = coalesce((
          select 'has a class changed by hand on ' || min(m.date) from class_meeting m
          where m.class_schedule_id = u.row_key::bigint and (m.origin in ('moved', 'extra')
            or m.status in ('cancelled', 'moved') or m.own_time or m.own_room or m.held_on_holiday
            or m.covering_teacher_id is not null or m.changed_places is not null or m.closed_at is not null)
        ), (
          select 'changes on ' || min(p.valid_from) from class_schedule_pattern p
          join class_schedule c on c.id = p.class_schedule_id
          where c.id = u.row_key::bigint and (${kind !== 'copy'} or exists (
              select from operation o
              where o.class_schedule_ids @> array[c.id] and o.undone_at is null))
            and (p.day_of_week, p.weeks, p.start_time, p.end_time, p.classroom_id, p.teacher_id,
              p.co_teacher_ids, p.more_classroom_ids)
            is distinct from (c.day_of_week, c.weeks, c.start_time, c.end_time, c.classroom_id, c.teacher_id,
              c.co_teacher_ids, c.more_classroom_ids)
        ))
      where u.table_name = 'class_schedule' and u.refusal is null and u.before is null`.execute(
      trx,
    );
  }
}

/** The days of an enrolment as it is, and as it would be; an absent one has none. */
const periods = sql`
  undoing r
  left join enrolment t on t.id = r.row_key::bigint
  cross join lateral (
    select t.enrolled_from as first, coalesce(t.enrolled_to, 'infinity') as last
  ) o
  left join lateral (
    select x.enrolled_from as first, coalesce(x.enrolled_to, 'infinity') as last
    from jsonb_populate_record(t, r.restore) x
  ) n on r.before is not null
  cross join lateral (
    select coalesce(t.student_id, (r.before ->> 'student_id')::bigint) as student_id,
      coalesce(t.class_schedule_id, (r.before ->> 'class_schedule_id')::bigint) as class_schedule_id
  ) e`;

async function refuseMarked(trx: Database): Promise<void> {
  await sql`
    update undoing u set refusal = 'has ' || m.marks || case m.marks when 1 then ' mark' else ' marks' end
      || ' in the class, the last on ' || m.last
    from ${periods}
    cross join lateral (
      select count(*) as marks, max(a.date) as last from attendance a
      where a.student_id = e.student_id and a.class_schedule_id = e.class_schedule_id
        and a.date between o.first and o.last
        and (a.date between n.first and n.last) is not true
    ) m
    where r.table_name = 'enrolment' and r.refusal is null and t.id is not null and m.marks > 0
      and u.table_name = r.table_name and u.row_key = r.row_key`.execute(trx);
}

async function refuseTaken(trx: Database, since: string): Promise<void> {
  await sql`
    with wanted as materialized (
      select r.row_key, e.student_id, e.class_schedule_id, o.first as old_first, o.last as old_last,
        n.first, n.last
      from ${periods}
      where r.table_name = 'enrolment' and r.refusal is null and r.before is not null
        and (n.first < o.first or n.last > o.last or t.id is null)
    ), taken as materialized (
      select distinct a.class_schedule_id, a.date from attendance a
      where a.class_schedule_id = any(array(select distinct class_schedule_id from wanted))
        and a.date >= (select min(first) from wanted) and a.marked_at > ${since}::timestamptz
      union
      select g.class_schedule_id, g.date from class_meeting g
      where g.class_schedule_id = any(array(select distinct class_schedule_id from wanted))
        and g.date >= (select min(first) from wanted) and g.closed_at > ${since}::timestamptz
    )
    update undoing u set refusal = 'the roll of ' || d.date || ' was taken without them'
    from (
      select w.row_key, max(k.date) as date
      from wanted w
      join taken k on k.class_schedule_id = w.class_schedule_id and k.date between w.first and w.last
        and (k.date between w.old_first and w.old_last) is not true
      where not exists (
        select from attendance b where b.student_id = w.student_id
          and b.class_schedule_id = w.class_schedule_id and b.date = k.date)
      group by w.row_key
    ) d
    where u.table_name = 'enrolment' and u.row_key = d.row_key`.execute(trx);
}
