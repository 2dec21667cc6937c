import { sql } from 'kysely';
import type { CohortAssignment, ScheduleStudent, Transfer } from '#contract/enrolment/enrolment.ts';
import type { ListedStudent } from '#contract/student.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { type Page } from '#server/platform/http/lists.ts';
import { contains, studentContains, wordsOf } from '#server/platform/resource/search.ts';
import { onRedList } from '#server/school/red-list.ts';
import { listedStudent } from '#server/school/student-listed.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

interface Paged {
  search: string;
  limit: number;
  page: number;
}

/** The students of a class, of today and from a later day on, then all others. */
export async function studentsOfClass(
  database: Database,
  {
    search,
    limit,
    page,
    schedule_id,
    enrolled,
    today,
  }: Paged & { schedule_id: number; enrolled?: 'true' | 'false'; today: string },
): Promise<Page<ScheduleStudent>> {
  const inClass = sql`x.id in (
    select e.student_id from enrolment e where e.class_schedule_id = ${schedule_id}
      and ${enrolledOnOrAfter(today)})`;
  const conditions = [
    sql`x.archived_at is null`,
    ...wordsOf(search).map((word) => studentContains(word, 'x')),
  ];
  const matching = sql`from student x where ${sql.join(conditions, sql` and `)}`;
  const count = async (rows: typeof matching) =>
    oneRow(await sql<{ total: number }>`select count(*) as total ${rows}`.execute(database)).total;
  const matches = enrolled === 'true' ? 0 : await count(matching);
  const members = await count(sql`${matching} and ${inClass}`);
  const [inside, outside] = [
    enrolled === 'false' ? 0 : members,
    enrolled === 'true' ? 0 : matches - members,
  ];

  // Two concatenated lists, each read along its index from the nearer end: sorting all students by
  // membership would read the whole table.
  const before = (page - 1) * limit;
  const ids: number[] = [];
  async function take(
    rows: typeof matching,
    size: number,
    offset: number,
    max: number,
  ): Promise<void> {
    const left = Math.min(max, size - offset);
    if (left <= 0) return;
    const fromEnd = offset > size / 2;
    const { rows: part } = await sql<{ id: number }>`select x.id ${rows}
      order by x.student_id ${fromEnd ? sql`desc` : sql`asc`}
      limit ${left} offset ${fromEnd ? size - offset - left : offset}`.execute(database);
    const found = part.map(({ id }) => id);
    ids.push(...(fromEnd ? found.toReversed() : found));
  }
  if (before < inside) await take(sql`${matching} and ${inClass}`, inside, before, limit);
  if (ids.length < limit)
    await take(
      sql`${matching} and not ${inClass}`,
      outside,
      Math.max(0, before - inside),
      limit - ids.length,
    );
  const { rows } = await sql<ScheduleStudent>`
    select s.id, s.uuid, s.student_id, s.first_name, s.last_name, s.student_mail, s.profile_image,
      ${onRedList(sql`s.id`)} as in_red_list,
      coalesce(latest.enrolled_from is not null and ${enrolledOnOrAfter(today, 'latest')}, false) as enrolled,
      latest.enrolled_from, latest.enrolled_to
    from unnest(${ids}::bigint[]) with ordinality as requested(id, place)
    join student s on s.id = requested.id
    left join lateral (
      select e.enrolled_from, e.enrolled_to from enrolment e
      where e.student_id = s.id and e.class_schedule_id = ${schedule_id}
      order by e.enrolled_from desc limit 1
    ) latest on true
    order by requested.place`.execute(database);
  return { rows, total: inside + outside };
}

interface EnrolmentRow {
  id: number;
  student: ListedStudent;
  class_schedule: number;
  enrolled_from: string;
  enrolled_to: string | null;
}

const enrolmentColumns = sql`
  e.id, ${listedStudent} as student, e.class_schedule_id as class_schedule, e.enrolled_from, e.enrolled_to`;

export async function findEnrolments(
  database: Database,
  {
    search,
    limit,
    page,
    class_schedule,
    student,
  }: Paged & { class_schedule?: number[]; student?: number[] },
): Promise<Page<EnrolmentRow>> {
  const conditions = [
    sql`true`,
    ...(class_schedule ? [sql`e.class_schedule_id = any(${class_schedule}::bigint[])`] : []),
    ...(student ? [sql`e.student_id = any(${student}::bigint[])`] : []),
    ...wordsOf(search).map((word) => studentContains(word)),
  ];
  const from = sql`
    from enrolment e join student s on s.id = e.student_id
    where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<EnrolmentRow>`
    select ${enrolmentColumns} ${from} order by e.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(database);
  return { rows, total: oneRow(counted).total };
}

export async function enrolmentById(database: Database, id: number): Promise<EnrolmentRow | null> {
  const { rows } = await sql<EnrolmentRow>`
    select ${enrolmentColumns} from enrolment e join student s on s.id = e.student_id
    where e.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

/**
 * Locks the student of an open enrolment, and reads it again: a merge or an end at the same moment was waited for.
 * @throws ApiError 404 without such an enrolment, 409 when it has ended or is another student's now.
 */
export async function lockOpenEnrolment(trx: Database, id: number): Promise<EnrolmentRow> {
  const before = await enrolmentById(trx, id);
  if (!before) throw notFound('This enrolment');
  const student = before.student.id;
  await lockRows(trx, 'student', [student], 'no key update');
  const current = await enrolmentById(trx, id);
  if (!current) throw notFound('This enrolment');
  if (current.student.id !== student)
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  if (current.enrolled_to !== null)
    throw new ApiError(409, { detail: 'This enrolment has ended.' });
  return current;
}

interface AssignmentRow {
  id: number;
  student: ListedStudent;
  cohort: number;
  name: string;
  year: number;
  schedules: number[];
  assigned_from: string;
  assigned_to: string | null;
}

const presentAssignment = ({ cohort, name, year, ...row }: AssignmentRow): CohortAssignment => ({
  ...row,
  cohort: { id: cohort, name, year },
});

const assignmentColumns = sql`
  x.id, ${listedStudent} as student, c.id as cohort, c.name, c.year,
  x.assigned_from, x.assigned_to,
  coalesce((
    select array_agg(e.class_schedule_id order by e.class_schedule_id) from enrolment e
    where e.cohort_assignment_id = x.id and e.enrolled_to is null
  ), '{}')::int[] as schedules`;

/** Current members of cohorts, the latest first; former ones are found by `id`. */
export async function findAssignments(
  database: Database,
  {
    search,
    limit,
    page,
    id,
    cohort,
    student,
  }: Paged & { id?: number[]; cohort?: number[]; student?: number[] },
): Promise<Page<CohortAssignment>> {
  const conditions = [
    id ? sql`x.id = any(${id}::bigint[])` : sql`x.assigned_to is null`,
    ...(cohort ? [sql`x.cohort_id = any(${cohort}::bigint[])`] : []),
    ...(student ? [sql`x.student_id = any(${student}::bigint[])`] : []),
    ...wordsOf(search).map(
      (word) =>
        sql`
          (${studentContains(word)}
            or ${contains(word, ['c.name', 'c.year'])})`,
    ),
  ];
  const joins = sql`join student s on s.id = x.student_id join cohort c on c.id = x.cohort_id`;
  const from = sql`from cohort_assignment x ${joins} where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<AssignmentRow>`
    with page as materialized (select x.id ${from} order by x.id desc
      limit ${limit} offset ${(page - 1) * limit})
    select ${assignmentColumns} from page join cohort_assignment x on x.id = page.id ${joins}
    order by x.id desc`.execute(database);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(database);
  return { rows: rows.map(presentAssignment), total: oneRow(counted).total };
}

interface TransferRow {
  id: number;
  student: ListedStudent;
  from_id: number;
  from_name: string;
  from_year: number;
  to_id: number;
  to_name: string;
  to_year: number;
  transfer_date: string;
  created_by: string | null;
  created_at: string;
  undone_at: string | null;
}

/** Transfers between cohorts, the latest first. */
export async function findTransfers(
  database: Database,
  { search, limit, page, student, cohort }: Paged & { student?: number[]; cohort?: number[] },
): Promise<Page<Transfer>> {
  const conditions = [
    sql`true`,
    ...(student ? [sql`t.student_id = any(${student}::bigint[])`] : []),
    ...(cohort
      ? [sql`(a.cohort_id = any(${cohort}::bigint[]) or b.cohort_id = any(${cohort}::bigint[]))`]
      : []),
    ...wordsOf(search).map(
      (word) =>
        sql`
          (${studentContains(word)}
            or ${contains(word, ['f.name', 'g.name'])})`,
    ),
  ];
  const from = sql`
    from cohort_transfer t
    join student s on s.id = t.student_id
    join cohort_assignment a on a.id = t.from_assignment_id join cohort f on f.id = a.cohort_id
    join cohort_assignment b on b.id = t.to_assignment_id join cohort g on g.id = b.cohort_id
    left join app_user u on u.id = t.created_by
    where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<TransferRow>`
    select t.id, ${listedStudent} as student, f.id as from_id, f.name as from_name, f.year as from_year,
      g.id as to_id, g.name as to_name, g.year as to_year, t.transfer_date, u.name as created_by,
      t.created_at, t.undone_at
    ${from} order by t.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(database);
  return {
    rows: rows.map(({ id, student, transfer_date, created_by, created_at, undone_at, ...row }) => ({
      id,
      student,
      from_cohort: { id: row.from_id, name: row.from_name, year: row.from_year },
      to_cohort: { id: row.to_id, name: row.to_name, year: row.to_year },
      transfer_date,
      created_by,
      created_at,
      undone_at,
    })),
    total: oneRow(counted).total,
  };
}
