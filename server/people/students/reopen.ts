import { sql } from 'kysely';
import type { ArchivedEnrolments } from '#contract/resource.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import {
  lockClassesToJoin,
  isWritten,
  plannedMeetings,
  joinedInTwoPlaces,
  planAt,
} from '#server/timetable/index.ts';
import { endEnrolmentsOf } from '#server/enrolment/index.ts';
import { isWeekly } from '#server/school/meetings.ts';

/** What archiving students does to their enrolments, and restoring them. */
export const archivingOfStudents = (
  clock: Clock,
): Required<Pick<ResourceWriter, 'begin' | 'afterRows'>> => ({
  async begin(trx, { ids, given }) {
    if (given.reopen_enrolments !== true) return;
    const { rows } = await sql<{ id: number }>`
      with ${endedByArchive(ids)} select distinct class_schedule_id as id from ended`.execute(trx);
    await lockClassesToJoin(
      trx,
      rows.map(({ id }) => id),
    );
  },
  async afterRows(trx, { what, ids, given }) {
    if (what === 'restore') {
      if (given.reopen_enrolments !== true) return {};
      await planAt(trx, clock);
      return { enrolments: await reopenEnrolments(trx, ids, clock.today()) };
    }
    return { enrolments: { ended: await endEnrolmentsOf(trx, ids, clock.today()) } };
  },
});

/** The enrolments that the last archiving of students ended or, as they had not begun, removed. */
const endedByArchive = (ids: number[]) => sql`
  archiving as (
    select distinct on (s.student_id) s.student_id, s.operation_id
    from bulk_operation_row s join bulk_operation o on o.id = s.operation_id and o.kind in ('archive', 'import')
    where s.table_name = 'student' and s.student_id = any(${ids}::bigint[])
      and s.row_key = s.student_id::text and s.undone_by is null and s.after ->> 'archived_at' is not null
    order by s.student_id, s.operation_id desc
  ), ended as (
    select r.row_key::bigint as id, a.student_id,
      coalesce(t.class_schedule_id, (r.before ->> 'class_schedule_id')::bigint) as class_schedule_id,
      t.enrolled_to as last, (r.before ->> 'enrolled_from')::date as first,
      (r.before ->> 'enrolled_to')::date as until
    from archiving a
    join bulk_operation_row r on r.operation_id = a.operation_id and r.table_name = 'enrolment'
      and r.student_id = a.student_id and r.undone_by is null
    left join enrolment t on t.id = r.row_key::bigint
    -- Not one that somebody changed since.
    where r.after is null or t.enrolled_to = (r.after ->> 'enrolled_to')::date
  )`;

/**
 * Reopens what archiving students had ended (R-ENROL-7): as if it had gone on where no roll was taken
 * without them since, else from the class's next date. Not in archived classes, nor where the student
 * has joined the class again, or another one at the same time.
 */
async function reopenEnrolments(
  trx: Database,
  ids: number[],
  today: string,
): Promise<ArchivedEnrolments> {
  const { rows } = await sql<{ ended: number; id: number | null }>`
    with ${endedByArchive(ids)}, wanted as (
      select e.*, e.last is not null and not exists (
        select from attendance b
        where b.class_schedule_id = e.class_schedule_id and b.date > e.last) as goes_on
      from ended e
      join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
      where not exists (select from enrolment n where n.student_id = e.student_id
        and n.class_schedule_id = e.class_schedule_id and n.enrolled_to is null)
    ), reopened as (
      update enrolment t set enrolled_to = w.until from wanted w where t.id = w.id and w.goes_on
      returning t.id
    ), added as (
      insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
      select student_id, class_schedule_id, n.first, until
      from wanted cross join lateral (
        select greatest(first, last + 1, default_change_date(class_schedule_id)) as first) n
      where not goes_on and (until is null or until >= n.first)
      returning id
    )
    select (select count(*)::int from ended) as ended, x.id
    from (select 1) one left join (select id from reopened union all select id from added) x on true`.execute(
    trx,
  );
  const written = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const refused = await endAgain(trx, written, today);
  const reopened = written.length - refused;
  return { reopened, refused: (rows[0]?.ended ?? 0) - reopened };
}

/** Takes back those at the time of another class that the student has joined since (R-ENROL-2). */
async function endAgain(trx: Database, written: number[], today: string): Promise<number> {
  if (written.length === 0) return 0;
  const classes = sql`select class_schedule_id from enrolment where id = any(${written}::bigint[])`;
  const found = await joinedInTwoPlaces(
    trx,
    plannedMeetings(
      sql`g.date >= ${today}::date and ${isWeekly()} and g.class_schedule_id in (${classes})`,
    ),
  );
  const taken = await sql<{ refused: number }>`
    with twice as (
      select e.id, e.enrolled_from
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(student text, class bigint, other bigint)
      join student s on s.student_id = f.student
      join enrolment e on e.student_id = s.id and e.class_schedule_id = f.class
        and e.id = any(${written}::bigint[]) and ${isWritten('e')}
      where not exists (select from enrolment o where o.student_id = s.id
        and o.class_schedule_id = f.other and o.id = any(${written}::bigint[]))
      group by e.id
    ), gone as (
      delete from enrolment e using twice
      where e.id = twice.id and e.enrolled_from >= ${today}::date returning e.id
    ), ended as (
      update enrolment e set enrolled_to = ${today}::date - 1 from twice
      where e.id = twice.id and e.enrolled_from < ${today}::date returning e.id
    )
    select (select count(*) from gone)::int + (select count(*) from ended)::int as refused`.execute(
    trx,
  );
  return oneRow(taken).refused;
}
