import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { AuditKind } from '#contract/audit-kinds.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';

interface NewLine {
  at: string;
  user_id: number | null;
  actor: string;
  role: string | null;
  kind: AuditKind;
  what: string;
  about?: Record<string, unknown>;
  /** Undefined until the response. */
  status?: number;
  request_id?: string;
}

/** Time, user and request. @param actor of a request without a user. */
export const writerOf = (
  { user, id }: FastifyRequest,
  clock: Pick<Clock, 'now'>,
  actor = 'unknown',
) => ({
  at: clock.now().toString(),
  user_id: user?.id ?? null,
  actor: user?.email ?? actor,
  role: user?.roles[0] ?? null,
  request_id: id,
});

/** An erased account has its new name: a session is known for some seconds after the erasure (R-ERASE-1). */
const actorOf = (user: number | null, actor: string) => sql<string>`coalesce((
  select u.email from app_user u where u.id = ${user}::bigint and u.email = 'erased-' || u.id), ${actor})`;

/** @returns the line's id. */
export async function addLine(
  database: Database,
  { about = {}, actor, ...line }: NewLine,
): Promise<number> {
  const { id } = await database
    .insertInto('audit')
    .values({ ...line, actor: actorOf(line.user_id, actor), about: JSON.stringify(about) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the outcome, and what else the line is about; the database allows it once. */
export async function answerLine(
  database: Database,
  id: number,
  status: number,
  about: Record<string, unknown> = {},
): Promise<void> {
  // What the request has named stays.
  await database
    .updateTable('audit')
    .set({ status, about: sql`${JSON.stringify(about)}::jsonb || about` })
    .where('id', '=', id)
    .where('status', 'is', null)
    .execute();
}

/** A sign-in is one line, even if several processes see its token. */
export async function addSignIn(
  database: Database,
  line: Omit<NewLine, 'kind' | 'what'> & { session: string },
): Promise<void> {
  await database
    .insertInto('audit')
    .values({ ...line, kind: 'sign_in', what: 'Signed in', about: '{}', status: 200 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
