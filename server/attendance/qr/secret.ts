import type { Database } from '#server/platform/database/pool.ts';
import { secretOf } from '#server/platform/database/secret.ts';
import { createCodes, type Codes } from './codes.ts';

/** The codes of this institute. */
export const codesOf = async (database: Database): Promise<Codes> =>
  createCodes(await secretOf(database, 'qr-codes'));
