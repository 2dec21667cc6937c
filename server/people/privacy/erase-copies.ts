import { sql } from 'kysely';
import { withPurpose } from '#server/platform/database/act.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { clearJobOutputs } from '#server/platform/jobs/outputs.ts';

interface StudentKeys {
  id: number;
  uuid: string;
  student_id: string;
  student_mail: string | null;
}

/** Replaces an address of an erased student. */
const erased = 'erased';

/**
 * Deletes stored responses of idempotent requests: those of the student, and those with the
 * student's cards or ID (in any case) that was tapped before it belonged to the student.
 */
export async function deleteStoredResponses(
  trx: Database,
  { id, uuid, student_id }: StudentKeys,
  cards: string[],
): Promise<void> {
  const keys = [uuid, student_id, ...cards].map((key) => key.toLowerCase());
  await sql`
    delete from attendance_request r
    where exists (
      select from jsonb_array_elements(r.answer -> 'marks') m
      where m ->> 'student' = ${String(id)} or m -> 'former' ->> 'student' = ${String(id)}
        or lower(m ->> 'key') = any(${keys}::text[]))`.execute(trx);
}

/**
 * Deletes the files of all mails: unsent mails are created again without the student, and files
 * that are being created or delivered meanwhile are rejected (`erasures`).
 * @returns the number of mails with files.
 */
export async function clearMailFiles(trx: Database): Promise<number> {
  const rows = await trx
    .updateTable('mail_attachment')
    .set({ content: null })
    .where('content', 'is not', null)
    .returning('mail_id')
    .execute();
  await trx
    .deleteFrom('mail_attachment as a')
    .using('mail as m')
    .whereRef('m.id', '=', 'a.mail_id')
    .where('m.state', '<>', 'done')
    .execute();
  await trx
    .updateTable('mail')
    .set((mail) => ({ made_at: null, erasures: mail('erasures', '+', 1) }))
    .where('state', '<>', 'done')
    .execute();
  return new Set(rows.map((row) => row.mail_id)).size;
}

/**
 * Replaces the student's addresses in recipients, replies of mail servers and the audit log. Unsent
 * mails to them fail. The audit log keeps where exports went: they held everybody's data.
 * @param signedIn addresses that signed in as the student, in lower case.
 */
export async function eraseAddresses(
  trx: Database,
  student: StudentKeys,
  { now, signedIn }: { now: string; signedIn: string[] },
): Promise<void> {
  const addresses = await addressesOf(trx, student, signedIn);
  if (addresses.length === 0) return;
  const own = anyOf.texts(addresses);
  await sql`
    update mail set recipient = ${erased},
      state = case when state in ('waiting', 'working') then 'failed' else state end,
      reason = case when state in ('waiting',
        'working') then 'The data of the recipient were erased.' else reason end,
      finished_at = case when state in ('waiting',
        'working') then ${now}::timestamptz else finished_at end
    where lower(recipient) = ${own}`.execute(trx);
  await sql`
    update mail set reason = 'The data of the recipient were erased.'
    where exists (select from unnest(${addresses}::text[]) own(address)
      where position(address in lower(reason)) > 0)`.execute(trx);
  await clearJobOutputs(trx, addresses);

  await withPurpose(trx, 'erasure', async () => {
    await trx
      .updateTable('audit')
      // A sign-in stands once for its user and session: those of erased users have no name any more, and stay apart.
      .set({
        actor: erased,
        session: sql`case when kind = 'sign_in' then ${erased} || ' ' || id else session end`,
      })
      .where(sql`lower(actor)`, '=', own)
      .execute();
    await trx
      .updateTable('audit')
      .set({ about: sql`about || ${JSON.stringify({ email: erased })}::jsonb` })
      .where(sql`lower(about ->> 'email')`, '=', own)
      .where('kind', '<>', 'export')
      .execute();
  });
}

/**
 * The student's address, those that signed in as the student, and used addresses with the student ID
 * before the @; without addresses of staff.
 */
async function addressesOf(
  trx: Database,
  { student_mail, student_id }: StudentKeys,
  signedIn: string[],
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select lower(${student_mail}::text) as address
      union select unnest(${signedIn}::text[])
      union
      select lower(used) from (
        select actor from audit
        union select about ->> 'email' from audit
        union select recipient from mail
      ) named(used)
      where split_part(lower(used), '@', 1) = lower(${student_id}) and position('@' in used) > 0
    ) own
    where address <> '' and not exists (select from app_user u where u.email = address)
      and not exists (select from teacher t where t.email = address)`.execute(trx);
  return rows.map(({ address }) => address);
}
