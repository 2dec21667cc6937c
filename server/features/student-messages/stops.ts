import { sql } from 'kysely';
import type { MessageStop } from '#contract/message-stop.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { messages } from '#contract/messages.ts';
import { isStopToken, readStopToken, type Stopping } from './stop-links.ts';

/** Why nothing is sent to a recipient. */
export const stoppedText = 'The messages to this recipient were stopped.';

/** Whether the recipient of message `m` gets none any more (R-MSG-8); staff are no such recipients. */
export const isStopped = sql<boolean>`exists (
  select from message_stop x
  where x.student_id = m.student_id and case m.recipient
    when 'student' then x.guardian_id is null
    when 'guardian' then x.guardian_id = m.guardian_id else false end)`;

/** The stop of a student or guardian, as a column; `x` is the row of message_stop, joined here. */
export const stopOf = (where: ReturnType<typeof sql>) => sql<MessageStop | null>`(
  select json_build_object('at', x.stopped_at, 'by', u.name)
  from message_stop x left join app_user u on u.id = x.stopped_by where ${where})`;

/** The stop of the student's own address. */
export async function stopOfStudent(
  database: Database,
  student: number,
): Promise<MessageStop | null> {
  const { rows } = await sql<{ stop: MessageStop | null }>`
    select ${stopOf(sql`x.student_id = ${student} and x.guardian_id is null`)} as stop`.execute(
    database,
  );
  return rows[0]?.stop ?? null;
}

interface Recipient {
  student: number;
  guardian: number | null;
}

const addStop = async (
  trx: Database,
  { student, guardian }: Recipient,
  { by, now }: { by: number | null; now: string },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into message_stop (student_id, guardian_id, stopped_by, stopped_at)
    values (${student}, ${guardian}, ${by}, ${now}::timestamptz)
    on conflict do nothing returning id`.execute(trx);
  return rows.length > 0;
};

/**
 * Stops messages by the link of one, or finds them stopped already.
 * @param record writes the audit log's line, once.
 * @returns false for a link that is none, or was sent to another address than the present one.
 */
export async function stopByLink(
  database: Database,
  { secret, token, now }: { secret: string; token: string; now: string },
  record: (trx: Database, about: Record<string, number>) => Promise<unknown>,
): Promise<boolean> {
  const to = readStopToken(token);
  if (!to) return false;
  return inTransaction(database, async (trx) => {
    const found = await recipientOf(trx, to);
    if (!found?.address || !isStopToken(secret, token, { to, address: found.address }))
      return false;
    const { student, guardian } = found;
    if (await addStop(trx, found, { by: null, now }))
      await record(trx, { student, ...(guardian !== null && { guardian_id: guardian }) });
    return true;
  });
}

/**
 * Whom a link names, with the present address; an erased student has none. A merged one is who stays, where
 * that is the address of both.
 */
async function recipientOf(
  trx: Database,
  { kind, id }: Stopping,
): Promise<(Recipient & { address: string | null }) | undefined> {
  const { rows } = await (
    kind === 'student'
      ? sql<Recipient & { address: string | null }>`
        select coalesce(k.id, s.id) as student, null::bigint as guardian, s.student_mail as address
        from student s
        left join student k on k.id = s.merged_into
          and lower(k.student_mail) = lower(s.student_mail)
        where s.id = ${id} and s.erased_at is null for key share of s`
      : sql<Recipient & { address: string | null }>`
        select student_id as student, id as guardian, email as address from guardian
        where id = ${id} for key share`
  ).execute(trx);
  return rows[0];
}

/**
 * Stops messages for a recipient who wants it, or sends them again.
 * @throws ApiError 404 for a guardian of somebody else, 409 for an erased student.
 */
export async function setStop(
  database: Database,
  recipient: Recipient,
  { stopped, by, now }: { stopped: boolean; by: number; now: string },
): Promise<void> {
  const { student, guardian } = recipient;
  await inTransaction(database, async (trx) => {
    const found = await sql<{ erased: boolean; known: boolean }>`
      select s.erased_at is not null as erased, ${guardian}::bigint is null or exists (
        select from guardian where id = ${guardian} and student_id = s.id) as known
      from student s where s.id = ${student} for no key update`.execute(trx);
    const [row] = found.rows;
    if (!row?.known) throw notFound('This guardian');
    if (row.erased) throw new ApiError(409, { detail: messages.erasedStudent });
    if (stopped) await addStop(trx, recipient, { by, now });
    else
      await sql`
        delete from message_stop
        where student_id = ${student} and guardian_id is not distinct from ${guardian}`.execute(
        trx,
      );
  });
}
