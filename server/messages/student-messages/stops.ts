import { sql } from 'kysely';
import type { MessageStop } from '#contract/messages/message-stop.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { messages } from '#contract/texts.ts';
import { assertNotAboutOwn } from '#server/school/own-row.ts';
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
  const added = await trx
    .insertInto('message_stop')
    .values({ student_id: student, guardian_id: guardian, stopped_by: by, stopped_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
};

/** A link of a message, with the secret that signs them. */
interface Link {
  secret: string;
  token: string;
}

/** Whom a link was sent to, at the present address; null for one that is not valid (any more). */
async function readLink(
  database: Database,
  { secret, token }: Link,
  lock: ReturnType<typeof sql>,
): Promise<Recipient | null> {
  const to = readStopToken(token);
  if (!to) return null;
  const found = await recipientOf(database, to, lock);
  return found?.address && isStopToken(secret, token, { to, address: found.address })
    ? found
    : null;
}

/** Whether a link stops messages now. Changes nothing: mail scanners open every link. */
export const isStopLink = async (database: Database, link: Link): Promise<boolean> =>
  (await readLink(database, link, sql``)) !== null;

/**
 * Stops messages by the link of one, or finds them stopped already.
 * @param record writes the audit log's line, once.
 * @returns false for a link that is none, or was sent to another address than the present one.
 */
export async function stopByLink(
  database: Database,
  { now, ...link }: Link & { now: string },
  record: (trx: Database, about: Record<string, number>) => Promise<unknown>,
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const found = await readLink(trx, link, sql`for key share of r`);
    if (!found) return false;
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
  database: Database,
  { kind, id }: Stopping,
  lock: ReturnType<typeof sql>,
): Promise<(Recipient & { address: string | null }) | undefined> {
  const { rows } = await (
    kind === 'student'
      ? sql<Recipient & { address: string | null }>`
        select coalesce(k.id, r.id) as student, null::bigint as guardian, r.student_mail as address
        from student r
        left join student k on k.id = r.merged_into
          and lower(k.student_mail) = lower(r.student_mail)
        where r.id = ${id} and r.erased_at is null ${lock}`
      : sql<Recipient & { address: string | null }>`
        select r.student_id as student, r.id as guardian, r.email as address from guardian r
        where r.id = ${id} ${lock}`
  ).execute(database);
  return rows[0];
}

/**
 * Stops messages for a recipient who wants it, or sends them again.
 * @throws ApiError 404 for a guardian of somebody else, 409 for an erased student, 403 for the user's own.
 */
export async function setStop(
  database: Database,
  recipient: Recipient,
  { stopped, by, now }: { stopped: boolean; by: Pick<CurrentUser, 'id' | 'email'>; now: string },
): Promise<void> {
  const { student, guardian } = recipient;
  await inTransaction(database, async (trx) => {
    const found = await sql<{ erased: boolean; known: boolean }>`
      select s.erased_at is not null as erased, ${guardian}::bigint is null or exists (
        select from guardian where id = ${guardian} and student_id = s.id) as known
      from student s where s.id = ${student} for no key update`.execute(trx);
    const [row] = found.rows;
    if (!row?.known) throw notFound('This guardian');
    await assertNotAboutOwn(trx, [student], by);
    if (row.erased) throw new ApiError(409, { detail: messages.erasedStudent });
    if (stopped) await addStop(trx, recipient, { by: by.id, now });
    else
      await sql`
        delete from message_stop
        where student_id = ${student} and guardian_id is not distinct from ${guardian}`.execute(
        trx,
      );
  });
}
