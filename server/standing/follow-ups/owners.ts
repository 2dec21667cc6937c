import { sql, type RawBuilder } from 'kysely';
import type { FollowUpOwner } from '#contract/standing/follow-up.ts';
import { permissionsOf, roles, can } from '#contract/permissions.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { whereIn } from '#server/platform/resource/list.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';

type Emails = Pick<Config, 'adminEmails' | 'accountEmails'>;

/** Who signed in longer ago is not offered, unless a list says their role. */
const activeDays = 180;

const readers = roles.filter((role) => can(permissionsOf[role], 'Red List Students', 'read'));

const byClaim = readers.filter((role) => role !== 'teacher');

/**
 * Whether the user `u` is active and may read the red list. Roles that the identity provider alone
 * knows are those of the last sign-in, and what it gave since.
 */
const mayOwn = ({ adminEmails, accountEmails }: Emails, now: string): RawBuilder<boolean> => sql`(
  u.roles && ${readers}::text[]
  or u.email = any(${[...adminEmails, ...accountEmails]}::text[])
  or exists (select from teacher t where t.email = u.email and t.archived_at is null)
  or (select a.role = any(${byClaim}::text[]) or coalesce(u.claimed_roles && ${byClaim}::text[], false)
    from audit a
    where a.kind = 'sign_in' and a.actor = u.email
      and a.at > ${now}::timestamptz - make_interval(days => ${activeDays})
    order by a.id desc limit 1))`;

/** @throws ApiError 400 at `owner_id`. */
export async function assertMayOwn(
  trx: Database,
  owner: number,
  { emails, now, student }: { emails: Emails; now: string; student: number },
): Promise<void> {
  const { rows } = await sql<{ may: boolean; is_student: boolean }>`
    select ${mayOwn(emails, now)} as may,
      exists (select from student s where s.id = ${student} and lower(s.student_mail) = u.email)
        as is_student
    from app_user u where u.id = ${owner}`.execute(trx);
  const [found] = rows;
  if (!found) throw validationError('owner_id', 'does not exist');
  if (found.is_student) throw validationError('owner_id', 'is the student themselves');
  if (!found.may) throw validationError('owner_id', 'may not read the red list, or is not active');
}

export async function findOwners(
  database: Database,
  query: { search: string; ordering: string; limit: number; page: number; id?: number[] },
  { emails, now }: { emails: Emails; now: string },
): Promise<Page<FollowUpOwner>> {
  const conditions = [
    mayOwn(emails, now),
    ...wordsOf(query.search).map((word) =>
      contains(word, { texts: ['u.name'], addresses: ['u.email'] }),
    ),
    whereIn('u.id', query.id),
  ].filter((condition) => condition !== undefined);
  const direction = query.ordering.startsWith('-') ? sql`desc` : sql`asc`;
  return readCountedPage(query, (limit, offset) =>
    sql<FollowUpOwner & { total: number }>`
      select u.id, u.name, count(*) over () as total from app_user u
      where ${sql.join(conditions, sql` and `)}
      order by u.name collate natural_order ${direction}, u.id
      limit ${limit} offset ${offset}`.execute(database),
  );
}
