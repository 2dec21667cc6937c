import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

/** The user and the teacher of an e-mail; each may be missing. */
export async function findUser(database: Database, email: string) {
  const { rows } = await sql<{ id: number | null; roles: string[] | null; teacher_id: number | null; teacher_name: string | null }>`
    select u.id, u.roles, t.id as teacher_id, t.first_name || ' ' || t.last_name as teacher_name
    from (select 1) as one
    left join app_user u on u.email = ${email}
    left join teacher t on t.email = ${email} and t.archived_at is null`.execute(database);
  const [row] = rows;
  return row && { ...row, id: row.id ?? undefined, roles: row.roles ?? [] };
}

/** Gives somebody who signs in for the first time a row, so that what they do can name them. */
export async function rememberUser(database: Database, email: string, name: string): Promise<number> {
  const { id } = await database
    .insertInto('app_user')
    .values({ email, name })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
