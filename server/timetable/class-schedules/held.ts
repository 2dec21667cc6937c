import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';
import { takesPlace } from '#server/school/meetings.ts';

/** Returns the classes that are held on no date from a day on. */
async function neverHeldOf(trx: Database, ids: number[], from: string): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) as given(id)
    where not exists (select from class_meeting g where g.class_schedule_id = given.id
      and ${takesPlace} and g.date >= ${from}::date)`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** New classes that name weeks and are held on no date of these from a day on (R-WEEK-1). */
export async function neverHeld(
  trx: Database,
  added: readonly { id: number; body: Body }[],
  from: string,
): Promise<Set<number>> {
  return neverHeldOf(
    trx,
    added.flatMap(({ id, body }) => (body.weeks ? [id] : [])),
    from,
  );
}

/** Asks whether classes that are never held from a day on are meant so. */
export function neverHeldError(from: string): ApiError {
  const text = `From ${from} on there is no class in these weeks: they are over, holidays or outside the class dates of the semester`;
  return new ApiError(409, { detail: `${text}.`, confirm: [text] });
}

/**
 * A class that names weeks and is held on no date of these from a day on is meant so, or a mistake
 * (R-WEEK-1).
 * @throws ApiError 409 unless it is confirmed.
 */
export async function assertHeld(
  trx: Database,
  id: number,
  body: Body,
  from: string,
): Promise<void> {
  if (!body.weeks || body.confirm_clashes === true) return;
  if ((await neverHeldOf(trx, [id], from)).size) throw neverHeldError(from);
}
