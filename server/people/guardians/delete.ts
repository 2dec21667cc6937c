import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { clearJobOutputs } from '#server/platform/jobs/outputs.ts';

/** As where the guardian gets none by another reason. */
const endedText = 'The guardian gets no messages any more.';
const deletedText = 'The guardian was deleted.';

/**
 * Deletes guardians for good, with their names and addresses in messages (R-GUARD-1): what waits ends, what
 * was sent stays in the outbox without address and text. A mail that is being handed over meanwhile is
 * refused before its last line, since its row is gone.
 * @param which of `guardian`.
 * @returns how many.
 */
export async function deleteGuardians(
  trx: Database,
  which: RawBuilder<unknown>,
  now: string,
): Promise<number> {
  const { rows: gone } = await sql<{ id: number; email: string | null; phone: string | null }>`
    select id, email, phone from guardian where ${which} order by id for update`.execute(trx);
  if (gone.length === 0) return 0;
  const guardians = anyOf.ids(gone.map(({ id }) => id));
  const { rows: ended } = await sql<{ mail_id: number | null }>`
    with waiting as (
      select m.id, m.mail_id from student_message m left join mail on mail.id = m.mail_id
      where m.guardian_id = ${guardians}
        and (m.state = 'held' or mail.state in ('waiting', 'working'))
      for update of m
    ), ended as (
      update student_message m set state = 'cancelled', mail_id = null, reason = ${endedText},
        ended_at = ${now}::timestamptz
      from waiting where m.id = waiting.id
    )
    select mail_id from waiting`.execute(trx);
  const unsent = ended.map(({ mail_id }) => mail_id).filter((id) => id !== null);
  await trx.deleteFrom('mail').where('id', '=', anyOf.ids(unsent)).execute();
  await sql`
    update mail set recipient = '', subject = '', body = '',
      reason = case when reason is not null then ${deletedText} end
    where id in (select mail_id from student_message where guardian_id = ${guardians})`.execute(
    trx,
  );
  await trx
    .updateTable('student_message')
    .set({ address: null })
    .where('guardian_id', '=', guardians)
    .execute();
  // That they were deleted is remembered, and not who they were.
  await trx
    .updateTable('external_guardian')
    .set({ guardian_id: null, name_print: null, email_print: null, phone_print: null })
    .where('guardian_id', '=', guardians)
    .execute();
  await trx.deleteFrom('guardian').where('id', '=', guardians).execute();
  await clearJobOutputs(
    trx,
    gone.flatMap(({ email, phone }) =>
      [email, phone].flatMap((text) => (text ? [text.toLowerCase()] : [])),
    ),
  );
  return gone.length;
}
