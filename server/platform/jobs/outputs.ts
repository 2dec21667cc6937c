import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** Empties errors of failed jobs that name one of the addresses. @param addresses in lower case. */
export async function clearJobOutputs(trx: Database, addresses: string[]): Promise<void> {
  // The queue's tables exist after its first start.
  const { rows } = await sql<{
    jobs: string | null;
  }>`select to_regclass('jobs.job')::text as jobs`.execute(trx);
  if (!rows[0]?.jobs || addresses.length === 0) return;
  await sql`
    update jobs.job set output = null
    where exists (select from unnest(${addresses}::text[]) own(address)
      where position(address in lower(output::text)) > 0)`.execute(trx);
}
