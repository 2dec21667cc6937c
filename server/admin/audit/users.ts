import { sql } from 'kysely';
import type { AuditUser } from '#contract/admin/audit.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';

/** Everybody who has signed in, by name and address. */
export function findUsers(
  database: Database,
  query: { search: string; ordering: string; limit: number; page: number; id?: number[] },
): Promise<Page<AuditUser>> {
  const conditions = [
    ...wordsOf(query.search).map((word) =>
      contains(word, { texts: ['u.name'], addresses: ['u.email'] }),
    ),
    whereIn('u.id', query.id) ?? sql`true`,
  ];
  const direction = query.ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return readCountedPage(query, (limit, offset) =>
    sql<AuditUser & { total: number }>`
      select u.id, u.name, u.email, count(*) over () as total from app_user u
      where ${sql.join(conditions, sql` and `)}
      order by u.name collate natural_order ${direction}, u.id
      limit ${limit} offset ${offset}`.execute(database),
  );
}
