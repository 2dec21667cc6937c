import { sql } from 'kysely';
import type { AuditKind } from '../../../contract/audit-kinds.ts';
import type { Database } from '../../platform/database/pool.ts';

export interface NewLine {
  at: string;
  user_id: number | null;
  actor: string;
  role: string | null;
  kind: AuditKind;
  what: string;
  about?: Record<string, unknown>;
  /** Left out for a call that is still to be answered. */
  status?: number;
  request_id?: string;
}

/** @returns the line's id. */
export async function addLine(database: Database, { about = {}, ...line }: NewLine): Promise<number> {
  const { id } = await database
    .insertInto('audit')
    .values({ ...line, about: JSON.stringify(about) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What was answered; the database takes it once. */
export async function answerLine(database: Database, id: number, status: number): Promise<void> {
  await sql`update audit set status = ${status} where id = ${id} and status is null`.execute(database);
}

/** A sign-in is told once, however many processes see its token. */
export async function addSignIn(database: Database, line: Omit<NewLine, 'kind' | 'what'> & { session: string }): Promise<void> {
  await database
    .insertInto('audit')
    .values({ ...line, kind: 'sign_in', what: 'Signed in', about: '{}', status: 200 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
