import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';

/**
 * Deletes messages with their mails, for good. A mail that is being handed over meanwhile is refused
 * before its last line, since its row is gone.
 * @returns how many.
 */
export async function deleteMessages(trx: Database, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ mail_id: number | null }>`
    delete from student_message where ${which} returning mail_id`.execute(trx);
  const mails = rows.map(({ mail_id }) => mail_id).filter((id) => id !== null);
  await trx.deleteFrom('mail').where('id', '=', anyOf.ids(mails)).execute();
  return rows.length;
}
