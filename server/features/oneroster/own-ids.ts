import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';

type OwnKind = 'org' | 'year' | 'semester' | 'subject' | 'class' | 'student' | 'teacher' | 'enrolment';

/**
 * The sourcedIds that an export gives to rows which no other system has named: the same every time, and
 * recognised when the file comes back to the same installation. Made with a secret of its own, so that a
 * file of another installation names nobody here.
 */
export const own = {
  secretOf: (database: Database): Promise<string> => sharedSecret(database, 'oneroster'),
  /** As SQL: text. */
  idOf: (kind: OwnKind, key: RawBuilder<unknown>, secret: string): RawBuilder<string> =>
    sql<string>`(substr(encode(sha256(convert_to(${`${secret}:${kind}:`}::text || (${key})::text, 'UTF8')),
      'hex'), 1, 32)::uuid::text)`,
};
