import { randomBytes } from 'node:crypto';
import type { Database } from './pool.ts';

/** A secret shared by all processes on one database; created by the first caller. */
export async function sharedSecret(database: Database, name: string): Promise<string> {
  await database
    .insertInto('server_secret')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await database
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

const known = new WeakMap<Database, Map<string, Promise<string>>>();

/** The same, read once by each process. */
export function secretOf(database: Database, name: string): Promise<string> {
  const secrets = known.get(database) ?? new Map<string, Promise<string>>();
  known.set(database, secrets);
  const secret = secrets.get(name) ?? sharedSecret(database, name);
  secrets.set(name, secret);
  secret.catch(() => secrets.delete(name));
  return secret;
}
