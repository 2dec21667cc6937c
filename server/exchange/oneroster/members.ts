import { sql } from 'kysely';
import { messages } from '#contract/texts.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { endEnrolments } from '#server/enrolment/index.ts';
import { allOf } from '#server/platform/database/any-of.ts';
import { count, type Roster } from './roster.ts';
import { withStaged } from './staged-tables.ts';

const file = 'enrollments.csv';

/**
 * Who attends the classes (R-ROSTER-6). Dates that are those of the semester, or outside of it, say nothing and
 * are left open.
 */
export async function importMembers(roster: Roster, endsBefore: boolean): Promise<void> {
  const { trx, source, by } = roster;
  const last = endsBefore ? sql`(v ->> 'endDate')::date - 1` : sql`(v ->> 'endDate')::date`;
  await sql`
    create temporary table roster_member on commit drop as
    with people as materialized (
      select x.sourced_id, x.student_id, coalesce(lower(s.student_mail) = ${by?.email ?? null}, false) as own
      from external_id x join student s on s.id = x.student_id
      where x.source = ${source} and x.kind = 'student'
    ), places as materialized (
      select k.*, m.semester_start_date, m.semester_end_date
      from (
        select x.sourced_id, w.id as waiting_class_id, null::bigint as class_schedule_id, w.semester_id
        from external_id x join waiting_class w on w.id = x.waiting_class_id
        where x.source = ${source} and x.kind = 'class'
        union all
        select o.id, null, c.id, c.semester_id
        from roster_class o join class_schedule c on c.id = o.class_schedule_id
      ) k join semester m on m.id = k.semester_id
    ), given as materialized (
      select line, id, gone, v ->> 'userSourcedId' as person, v ->> 'classSourcedId' as class,
        (v ->> 'beginDate')::date as first, ${last} as last
      from roster where file = 'enrollments' and v ->> 'role' = 'student'
    )
    select e.line, e.id, e.gone and not coalesce(p.own, false) as gone, coalesce(p.own, false) as own,
      case when not p.own then p.student_id end as student_id, k.waiting_class_id, k.class_schedule_id,
      case when e.first > k.semester_start_date then e.first end as member_from,
      case when e.last < k.semester_end_date then e.last end as member_to
    from given e left join people p on p.sourced_id = e.person
    left join places k on k.sourced_id = e.class`.execute(trx);
  await sql`analyze roster_member`.execute(trx);
  await reportSkipped(roster);
  await noteOthers(roster);
  roster.phase('Writing members of classes');
  const counts = oneRow(
    await sql<{ given: number; created: number; updated: number }>`
      with written as (
        insert into waiting_member as w
          (waiting_class_id, student_id, sourced_id, member_from, member_to)
        select waiting_class_id, student_id, id, member_from, member_to from roster_member
        where waiting_class_id is not null and student_id is not null and not gone
          and (member_to is null or member_from is null or member_from <= member_to)
        on conflict (waiting_class_id, sourced_id) do update set
          student_id = excluded.student_id, member_from = excluded.member_from,
          member_to = excluded.member_to
        where (w.student_id, w.member_from, w.member_to)
          is distinct from (excluded.student_id, excluded.member_from, excluded.member_to)
        returning xmax = 0 as fresh
      )
      select (select count(*)::int from roster_member where waiting_class_id is not null
          and student_id is not null and not gone) as given,
        count(*) filter (where fresh)::int as created,
        count(*) filter (where not fresh)::int as updated
      from written`.execute(trx),
  );
  const { given, created, updated } = counts;
  count(roster, 'waiting_member', { created, updated, unchanged: given - created - updated });
}

/** Enrolments of people or classes that were left out, and of the student who the user is (R-ME-6). */
async function reportSkipped(roster: Roster): Promise<void> {
  const rows = await withStaged(roster.trx)
    .selectFrom('roster_member')
    .select(['line', 'own', sql<boolean>`student_id is not null`.as('student')])
    .where('gone', '=', false)
    .where((member) =>
      member.or([
        member('student_id', 'is', null),
        member(member.fn.coalesce('waiting_class_id', 'class_schedule_id'), 'is', null),
      ]),
    )
    .orderBy('line')
    .execute();
  for (const { line, own, student } of rows)
    roster.problems.skip(
      file,
      line,
      student ? 'classSourcedId' : 'userSourcedId',
      reasonOf({ own, student }),
    );
  count(roster, 'waiting_member', { skipped: rows.length });
}

const reasonOf = ({ own, student }: { own: boolean; student: boolean }): string => {
  if (own) return messages.aboutOwnStudent;
  return student ? 'the class was not imported' : 'is no student who was imported';
};

/** Rows of other roles. */
async function noteOthers({ trx, problems }: Roster): Promise<void> {
  const rows = await withStaged(trx)
    .selectFrom('roster')
    .select((row) => [
      row.ref('v', '->>').key('role').as('role'),
      row.fn.countAll<number>().as('count'),
    ])
    .where('file', '=', 'enrollments')
    .where((row) => row.ref('v', '->>').key('role'), '<>', allOf.texts(['student', 'teacher']))
    .groupBy('role')
    .orderBy('role')
    .execute();
  for (const { role, count: found } of rows)
    problems.note(
      file,
      `${found} of the role ${role} ${found === 1 ? 'has' : 'have'} no place here`,
      'role',
    );
}

/** Members who are marked as gone leave, and their enrolments end today. */
export async function removeMembers(roster: Roster): Promise<void> {
  const { trx, today } = roster;
  const rows = await withStaged(trx)
    .deleteFrom('waiting_member as w')
    .using('roster_member as g')
    .where('g.gone', '=', true)
    .whereRef('w.waiting_class_id', '=', 'g.waiting_class_id')
    .whereRef('w.sourced_id', '=', 'g.id')
    .returning(['w.waiting_class_id', 'w.student_id'])
    .execute();
  if (rows.length === 0) return;
  count(roster, 'waiting_member', { archived: rows.length });
  const { rows: enrolments } = await sql<{ id: number }>`
    select e.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as gone(waiting_class_id bigint, student_id bigint)
    join external_id x on x.kind = 'class-time' and x.waiting_class_id = gone.waiting_class_id
    join enrolment e on e.class_schedule_id = x.class_schedule_id and e.student_id = gone.student_id
      and e.enrolled_to is null
    where not exists (select from waiting_member other
      where other.waiting_class_id = gone.waiting_class_id and other.student_id = gone.student_id)`.execute(
    trx,
  );
  await endEnrolments(
    trx,
    enrolments.map(({ id }) => id),
    today,
  );
  count(roster, 'enrolment', { archived: enrolments.length });
}
