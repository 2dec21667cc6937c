import { sql } from 'kysely';
import type { NewFollowUp } from '#contract/standing/follow-up.ts';
import { followUpLimits } from '#contract/standing/follow-up-terms.ts';
import type { Config } from '#server/config.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  ApiError,
  forbidden,
  inOneAnswer,
  validationError,
} from '#server/platform/http/api-error.ts';
import type { RuleTerms } from '../red-list/holding.ts';
import { rateNow } from '../standing/rate-now.ts';
import type { By } from './lock.ts';
import { assertMayOwn } from './owners.ts';

export const openAlready = () =>
  new ApiError(409, { detail: 'There is an open follow-up of this student and subject already.' });

/** @throws ApiError 400 at `due_on`. */
export function assertDue(due_on: string, today: string): void {
  if (due_on < today) throw validationError('due_on', 'must not be before today');
  const latest = Temporal.PlainDate.from(today).add({ days: followUpLimits.dueDays }).toString();
  if (due_on > latest) throw validationError('due_on', 'must be within a year');
}

/**
 * Locks the student: of several beginnings for the same subject one succeeds, and an erasure is over.
 * @param missing the error without such a student.
 */
export async function lockStudent(
  trx: Database,
  id: number,
  missing: () => ApiError = () => validationError('student', 'does not exist'),
): Promise<{ mail: string | null }> {
  const student = await trx
    .selectFrom('student')
    .select(sql<string | null>`lower(student_mail)`.as('mail'))
    .select('archived_at')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!student) throw missing();
  if (student.archived_at !== null) throw validationError('student', 'is archived');
  return student;
}

interface Begin extends By {
  terms: RuleTerms;
  emails: Pick<Config, 'adminEmails' | 'accountEmails'>;
}

/**
 * Begins a follow-up with the present rate and absences, and accepts the computed entry of the same
 * if it is new (R-FOLLOW-1).
 * @returns its id.
 * @throws ApiError 400 at a field, 403 about oneself, 409 when one is open.
 */
export async function begin(
  trx: Database,
  body: NewFollowUp,
  { user, now, today, terms, emails }: Begin,
): Promise<number> {
  const { student: student_id, owner_id, due_on } = body;
  const subject_id = body.subject ?? null;
  await lockRows(trx, 'semester', [await findSemester(trx, body, today)], 'key share');
  const [student] = await inOneAnswer(
    () => lockStudent(trx, student_id),
    () => assertSubject(trx, subject_id),
  );
  if (student.mail === user.email.toLowerCase())
    throw forbidden('You cannot begin a follow-up about yourself.');
  await assertMayOwn(trx, owner_id, { emails, now, student: student_id });
  assertDue(due_on, today);
  const semester = await semesterOf(trx, body, today);
  const of = {
    student: sql`${student_id}::bigint`,
    semester: sql`${semester}::bigint`,
    subject: sql`${subject_id}::bigint`,
  };
  const { rows } = await sql<{ id: number }>`
    insert into follow_up (student_id, semester_id, subject_id, owner_id, due_on, begun_by, begun_at,
      begun_rate, begun_absent, changed_by, changed_at)
    select ${of.student}, ${of.semester}, ${of.subject}, ${owner_id}::bigint, ${due_on}::date,
      ${user.id}::bigint, ${now}::timestamptz, r.rate, r.absent, ${user.id}::bigint,
      ${now}::timestamptz
    from (${rateNow(of, terms)}) r
    on conflict (student_id, semester_id, subject_id) where closed_at is null do nothing
    returning id`.execute(trx);
  const [added] = rows;
  if (!added) throw openAlready();
  await sql`
    update red_list_computed set state = 'accepted', decided_by = ${user.id},
      decided_at = ${now}::timestamptz, decision = null, decided_rate = rate, decided_absent = absent
    where student_id = ${of.student} and semester_id = ${of.semester}
      and subject_id is not distinct from ${of.subject} and state = 'open'`.execute(trx);
  return added.id;
}

async function assertSubject(trx: Database, id: number | null): Promise<void> {
  if (id === null) return;
  const found = await trx
    .selectFrom('subject')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw validationError('subject', 'does not exist');
}

/** The semester of the entry, else that of the student's classes now; of an entry by hand the one of today. */
async function findSemester(
  trx: Database,
  { student, subject: subject_id, semester_id }: NewFollowUp,
  today: string,
): Promise<number | undefined> {
  const subject = sql`${subject_id ?? null}::bigint`;
  const { rows } = await sql<{ id: number }>`
    select m.id
    from (
      select semester_id, 1 as rank from red_list_computed
      where student_id = ${student} and subject_id is not distinct from ${subject}
        and state <> 'cleared'
      union all
      select c.semester_id, 2 from enrolment e join class_schedule c on c.id = e.class_schedule_id
      where e.student_id = ${student} and (${subject} is null or c.subject_id = ${subject})
      union all
      select id, 3 from semester
      where ${subject} is null or exists (
        select from red_list where student_id = ${student} and subject_id = ${subject})
    ) possible
    join semester m on m.id = possible.semester_id
    where ${semester_id ?? null}::bigint is null or m.id = ${semester_id ?? null}::bigint
    order by rank, ${today}::date between m.semester_start_date and m.semester_end_date desc,
      m.semester_start_date desc, m.id limit 1`.execute(trx);
  return rows[0]?.id;
}

async function semesterOf(trx: Database, body: NewFollowUp, today: string): Promise<number> {
  const found = await findSemester(trx, body, today);
  if (found !== undefined) return found;
  throw body.semester_id
    ? validationError('semester_id', 'is none of this student')
    : validationError('subject', 'the student has no class of this subject');
}
