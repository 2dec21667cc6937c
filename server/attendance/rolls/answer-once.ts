import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/platform/database/pool.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RollKey } from './roll-key.ts';

/** A call that changes a roll: who makes it, and the key of its repetitions. */
export interface RollRequest {
  user: CurrentUser;
  key: string | null;
}

export const requestOf = (request: Pick<FastifyRequest, 'user' | 'headers'>): RollRequest => ({
  user: request.user,
  key: idempotencyKeyOf(request),
});

/** The same key gives the same response once; without one each request is independent. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) {
    throw validationError('Idempotency-Key', 'must be 8 to 64 letters, digits, - or _');
  }
  return key;
}

export const keyOfOther = () =>
  new ApiError(422, { 'Idempotency-Key': ['was used for another request'] });

/** What is stored of a call that is no mark. */
const callAnswer = z.object({ answer: z.unknown() });

/** What is done once. */
interface Once<Schema extends z.ZodType<object>> {
  /**
   * The name of the call with what it asks for, without what a repetition may say otherwise: times and
   * confirmations.
   */
  what: [call: string, of: RollKey, ...unknown[]];
  answer: Schema;
  work: () => Promise<z.output<Schema>>;
  /** Students whom the answer names: it is deleted when they are erased. */
  named?: (answer: z.output<Schema>) => number[];
}

/**
 * Does the work of a call, and stores its answer in the same transaction; a repetition of its key is answered
 * with that, and does nothing. Marks do the same in one statement (function `mark_students`). Call it after
 * the class is locked where that is locked for update: a repetition at the same moment waits there.
 * @throws ApiError 422 when the key belongs to another request.
 */
export async function answerOnce<Schema extends z.ZodType<object>>(
  trx: Database,
  { user, key }: RollRequest,
  { what, answer: schema, work, named }: Once<Schema>,
): Promise<z.output<Schema>> {
  if (key === null) return work();
  const print = createHash('md5').update(JSON.stringify(what)).digest('hex');
  const stored = oneRow(
    await sql<{ given: unknown }>`
      select stored_answer(${user.id}, ${key}, ${print}) as given`.execute(trx),
  ).given;
  if (stored !== null) {
    // An answer about marks, and the problem of another request, have none of this call.
    const known = schema.safeParse(callAnswer.safeParse(stored).data?.answer);
    if (!known.success) throw keyOfOther();
    return known.data;
  }
  const answer = await work();
  const marks = named?.(answer).map((student) => ({ student }));
  await sql`
    select store_answer(${user.id}, ${key}, ${print}, ${JSON.stringify({ answer, marks })}::jsonb)`.execute(
    trx,
  );
  return answer;
}
