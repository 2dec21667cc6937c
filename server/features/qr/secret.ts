import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';
import { createCodes, type Codes } from './codes.ts';

const known = new WeakMap<Database, Promise<Codes>>();

/** The codes of this institute; its secret is read once by each process. */
export function codesOf(database: Database): Promise<Codes> {
  const codes = known.get(database) ?? sharedSecret(database, 'qr-codes').then(createCodes);
  known.set(database, codes);
  codes.catch(() => known.delete(database));
  return codes;
}
