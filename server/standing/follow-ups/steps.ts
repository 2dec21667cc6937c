import { sql } from 'kysely';
import type { z } from 'zod';
import type { changedStep, NewStep } from '#contract/standing/follow-up.ts';
import { followUpLimits } from '#contract/standing/follow-up-terms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { ApiError, forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { assertOpen, lockFollowUp, type By } from './lock.ts';
import { editsAll } from '#server/school/follow-ups.ts';

/** @throws ApiError 400 at `done_on`. */
function assertDone(done_on: string, today: string): void {
  if (done_on > today) throw validationError('done_on', 'must not be in the future');
}

/** Records what was done: the owner, and who edits the red list (R-FOLLOW-2). */
export async function addStep(
  trx: Database,
  id: number,
  { kind, done_on, note }: NewStep,
  { user, now, today }: By,
): Promise<void> {
  const found = await lockFollowUp(trx, id, user);
  if (!editsAll(user) && found.owner_id !== user.id)
    throw forbidden('Only the owner of a follow-up, and who edits the red list, record steps.');
  assertOpen(found);
  assertDone(done_on, today);
  const { steps } = await trx
    .selectFrom('follow_up_step')
    .select(({ fn }) => fn.countAll<number>().as('steps'))
    .where('follow_up_id', '=', id)
    .executeTakeFirstOrThrow();
  if (steps >= followUpLimits.steps)
    throw validationError('note', `a follow-up has at most ${followUpLimits.steps} steps`);
  await trx
    .insertInto('follow_up_step')
    .values({
      follow_up_id: id,
      kind,
      done_on,
      note: note ?? null,
      written_by: user.id,
      written_at: now,
    })
    .execute();
}

interface Step {
  id: number;
  follow_up_id: number;
  kind: Tables['follow_up_step']['kind'];
  done_on: string;
  note: string | null;
  written_by: number;
  writer: string;
  changed_at: string;
  removed_at: string | null;
  version: number;
}

/**
 * The caller's own step of an open follow-up, which is locked.
 * @throws ApiError 404, 403 for what others wrote, 409 when it is closed or the step was removed.
 */
async function lockOwnStep(trx: Database, id: number, user: CurrentUser): Promise<Step> {
  const of = await trx
    .selectFrom('follow_up_step')
    .select('follow_up_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!of) throw notFound('This step');
  const followUp = await lockFollowUp(trx, of.follow_up_id, user);
  const { rows } = await sql<Step>`
    select p.id, p.follow_up_id, p.kind, p.done_on, p.note, p.written_by, u.name as writer,
      coalesce(p.corrected_at, p.written_at) as changed_at, p.removed_at, p.version
    from follow_up_step p join app_user u on u.id = p.written_by
    where p.id = ${id} for update of p`.execute(trx);
  const [step] = rows;
  if (!step) throw notFound('This step');
  if (step.written_by !== user.id || step.kind === 'closed')
    throw forbidden('Only who wrote a step changes it.');
  assertOpen(followUp);
  if (step.removed_at !== null) throw new ApiError(409, { detail: 'This step was removed.' });
  return step;
}

/** @returns the id of its follow-up. */
export async function correctStep(
  trx: Database,
  id: number,
  { version, ...given }: z.output<typeof changedStep>,
  { user, now, today }: By,
): Promise<number> {
  const step = await lockOwnStep(trx, id, user);
  if (version !== undefined && version !== step.version)
    throw new ApiError(409, {
      detail: 'You changed this step meanwhile.',
      overtaken: { by: step.writer, at: step.changed_at },
    });
  const kind = given.kind ?? step.kind;
  const done_on = given.done_on ?? step.done_on;
  const note = given.note === undefined ? step.note : given.note;
  if (kind === 'other' && !note)
    throw validationError('note', 'is required when it is none of the others');
  if (done_on !== step.done_on) assertDone(done_on, today);
  if (kind !== step.kind || done_on !== step.done_on || note !== step.note)
    await trx
      .updateTable('follow_up_step')
      .set((eb) => ({ kind, done_on, note, corrected_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  return step.follow_up_id;
}

/** Its text goes, and that there was a step stays. @returns the id of its follow-up. */
export async function removeStep(trx: Database, id: number, { user, now }: By): Promise<number> {
  const step = await lockOwnStep(trx, id, user);
  await trx
    .updateTable('follow_up_step')
    .set((eb) => ({ note: null, removed_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return step.follow_up_id;
}
