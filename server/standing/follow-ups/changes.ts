import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  changedFollowUp,
  closedFollowUp,
  reopenedFollowUp,
} from '#contract/standing/follow-up.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { RuleTerms } from '../red-list/holding.ts';
import { rateNow } from '../standing/rate-now.ts';
import { assertDue, lockStudent, openAlready } from './begin.ts';
import { assertOpen, assertVersion, lockFollowUp, type By, type LockedFollowUp } from './lock.ts';
import { assertMayOwn } from './owners.ts';

/** The columns of each change. */
const changedBy = ({ user, now }: By) => ({
  changed_by: user.id,
  changed_at: now,
  version: sql<number>`version + 1`,
});

/** Another owner or due date. A due date that stays may have passed. */
export async function change(
  trx: Database,
  id: number,
  { owner_id, due_on, version }: z.output<typeof changedFollowUp>,
  by: By & { emails: Pick<Config, 'adminEmails' | 'accountEmails'> },
): Promise<void> {
  const found = await lockFollowUp(trx, id, by.user);
  assertVersion(found, version, by.user);
  assertOpen(found);
  const owner = owner_id ?? found.owner_id;
  const due = due_on ?? found.due_on;
  if (owner === found.owner_id && due === found.due_on) return;
  if (owner !== found.owner_id)
    await assertMayOwn(trx, owner, { ...by, student: found.student_id });
  if (due !== found.due_on) assertDue(due, by.today);
  await trx
    .updateTable('follow_up')
    .set({ owner_id: owner, due_on: due, ...changedBy(by) })
    .where('id', '=', id)
    .execute();
}

/** Closes it with the rate of now, by which it shows later whether it helped. */
export async function close(
  trx: Database,
  id: number,
  { outcome, note, version }: z.output<typeof closedFollowUp>,
  by: By & { terms: RuleTerms },
): Promise<void> {
  const found = await lockFollowUp(trx, id, by.user);
  assertVersion(found, version, by.user);
  assertOpen(found);
  const current = sql<{
    rate: number | null;
    absent: number | null;
  }>`(${rateNow(columnsOf(found), by.terms)})`;
  await trx
    .updateTable('follow_up')
    .from(current.as('r'))
    .set((row) => ({
      closed_by: by.user.id,
      closed_at: by.now,
      outcome,
      outcome_note: note ?? null,
      closed_rate: row.ref('r.rate'),
      closed_absent: row.ref('r.absent'),
      ...changedBy(by),
    }))
    .where('id', '=', id)
    .execute();
}

const columnsOf = ({ student_id, semester_id, subject_id }: LockedFollowUp) => ({
  student: sql`${student_id}::bigint`,
  semester: sql`${semester_id}::bigint`,
  subject: sql`${subject_id}::bigint`,
});

/** Opens it again; what it was closed with becomes a step. */
export async function reopen(
  trx: Database,
  id: number,
  { due_on, version }: z.output<typeof reopenedFollowUp>,
  by: By,
): Promise<void> {
  // The student first, as an erasure locks them.
  const of = await trx
    .selectFrom('follow_up')
    .select('student_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!of) throw notFound('This follow-up');
  await lockStudent(trx, of.student_id, () => notFound('This follow-up'));
  const found = await lockFollowUp(trx, id, by.user);
  assertVersion(found, version, by.user);
  if (found.closed_at === null) throw new ApiError(409, { detail: 'This follow-up is open.' });
  assertDue(due_on, by.today);
  const other = await sql`
    select from follow_up
    where closed_at is null and student_id = ${found.student_id}
      and semester_id = ${found.semester_id}
      and subject_id is not distinct from ${found.subject_id}::bigint`.execute(trx);
  if (other.rows.length > 0) throw openAlready();
  await sql`
    insert into follow_up_step (follow_up_id, kind, done_on, note, outcome, written_by, written_at)
    select id, 'closed', (closed_at at time zone ${by.timeZone})::date, outcome_note, outcome,
      closed_by, closed_at
    from follow_up where id = ${id}`.execute(trx);
  await trx
    .updateTable('follow_up')
    .set({
      closed_by: null,
      closed_at: null,
      closed_rate: null,
      closed_absent: null,
      outcome: null,
      outcome_note: null,
      due_on,
      ...changedBy(by),
    })
    .where('id', '=', id)
    .execute();
}
