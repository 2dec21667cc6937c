import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';

type OwnKind =
  | 'org'
  | 'year'
  | 'semester'
  | 'subject'
  | 'class'
  | 'student'
  | 'teacher'
  | 'guardian'
  | 'role'
  | 'enrolment'
  | 'member'
  | 'teaching';

const secretName = 'oneroster';

/** Makes the secret of the installation; before `ownId`. */
export const prepareOwnIds = async (database: Database): Promise<void> => {
  await sharedSecret(database, secretName);
};

/**
 * The sourcedId that an export gives to a row which no other system has named, as SQL: the same every time,
 * and recognised when the file comes back to the same installation. A secret goes into it, so that a file of
 * another installation names no row here.
 */
export const ownId = (kind: OwnKind, key: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(substr(encode(sha256(convert_to((
    select value from server_secret where name = ${sql.lit(secretName)}
  ) || ${sql.lit(`:${kind}:`)} || (${key})::text, 'UTF8')), 'hex'), 1, 32)::uuid::text)`;
