import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { errorDetail } from '../error-details.ts';
import { asJson } from '../as-json.ts';
import type { Database } from './pool.ts';

const releaseList = z.array(
  z.object({
    version: z.string(),
    /** The name of its last migration. */
    last: z.string(),
  }),
);
type Releases = z.output<typeof releaseList>;

/** The list of releases, which `npm run wire` extends. */
export const releasesFile = join(import.meta.dirname, 'releases.json');

const read = (path: string): unknown => asJson(readFileSync(path, 'utf8'));

/** @returns the former releases, and the version of this checkout with its last migration. */
export function releasesWith(last: string): Releases {
  const root = join(import.meta.dirname, '..', '..', '..');
  const { version } = z.object({ version: z.string() }).parse(read(join(root, 'package.json')));
  const former = releaseList.parse(read(releasesFile));
  return [...former.filter((one) => one.version !== version), { version, last }];
}

/** The releases up to the one that has migrated the database; none where an earlier version did. */
export async function releasesOf(database: Database): Promise<Releases> {
  const { rows } = await sql<{ text: string | null }>`
    select obj_description(to_regclass('kysely_migration'), 'pg_class') as text`.execute(database);
  return releaseList.safeParse(asJson(rows[0]?.text ?? '')).data ?? [];
}

/** Notes in the database to which releases its migrations belong: an older version reads it (decision 20). */
export async function noteReleases(database: Database, releases: Releases): Promise<void> {
  if (JSON.stringify(await releasesOf(database)) === JSON.stringify(releases)) return;
  await sql`comment on table kysely_migration is ${sql.lit(JSON.stringify(releases))}`
    .execute(database)
    .catch((error: unknown) => {
      // The servers' user owns no table: `attendance migrate` has noted it, or does.
      if (errorDetail(error, 'code') !== '42501') throw error;
    });
}
