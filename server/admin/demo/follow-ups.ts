import { sql } from 'kysely';
import { attended, missing } from '#server/school/status.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { accountWith } from './accounts.ts';

/** Follow-ups of some entries by hand: an overdue one, one with steps, one of a teacher, a closed one. */
export async function addFollowUps(database: Database, clock: Clock): Promise<void> {
  const [admin, today, now] = [accountWith('admin'), clock.today(), clock.now().toString()];
  const teacher = 'grace.hall@demo.example';
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('app_user')
      .values({ email: admin.email, name: admin.name })
      .onConflict((same) => same.column('email').doNothing())
      .execute();
    await sql`
      with entry as (
        select h.student_id, h.subject_id, was.*,
          row_number() over (order by h.student_id desc, h.subject_id) as number
        from red_list h
        cross join lateral (
          select min(c.semester_id) as semester_id, count(*) filter (where ${missing()}) as absent,
            avg((${attended()})::int) as rate
          from attendance a join class_schedule c on c.id = a.class_schedule_id
          where a.student_id = h.student_id and c.subject_id = h.subject_id
            and a.date < ${today}::date - 9
        ) was
        where was.semester_id is not null
        order by number limit 4
      ), begun as (
        insert into follow_up (student_id, semester_id, subject_id, owner_id, due_on, begun_by,
          begun_at, begun_rate, begun_absent, changed_by, changed_at, closed_by, closed_at, outcome)
        select student_id, semester_id, subject_id, case number when 3 then t.id else a.id end,
          ${today}::date + (array[-2, 5, 7, 1])[number], a.id,
          ${now}::timestamptz - interval '9 days', rate, absent, a.id,
          ${now}::timestamptz - interval '9 days',
          case number when 4 then a.id end,
          case number when 4 then ${now}::timestamptz - interval '1 day' end,
          case number when 4 then 'helped' end
        from entry
        join app_user a on a.email = ${admin.email} join app_user t on t.email = ${teacher}
        returning id, owner_id, due_on
      )
      insert into follow_up_step (follow_up_id, kind, done_on, note, written_by, written_at)
      select id, kind, ${today}::date - days, note, owner_id,
        ${now}::timestamptz - make_interval(days => days)
      from begun, (values (8, 'wrote', null),
        (4, 'spoke', 'Works on Mondays; asks for another shift.')) step (days, kind, note)
      where due_on <> ${today}::date - 2`.execute(trx);
  });
}
