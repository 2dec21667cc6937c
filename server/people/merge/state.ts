import { sql } from 'kysely';
import type { MergedField, MergePreview } from '#contract/people/merge.ts';
import { messages } from '#contract/texts.ts';
import { lockOf } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { sharedSecret } from '#server/platform/database/secret.ts';
import { ApiError, forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { isMailOf } from '#server/school/own-row.ts';

/** Who stays and who goes. */
export interface Pair {
  keep: number;
  remove: number;
}

export interface MergedStudent extends Record<MergedField, string | null> {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  archived_at: string | null;
  erased_at: string | null;
  merged_into: number | null;
}

export interface Both {
  keep: MergedStudent;
  remove: MergedStudent;
}

export const shortOf = ({
  id,
  student_id,
  first_name,
  last_name,
  archived_at,
}: MergedStudent): MergePreview['keep'] => ({
  id,
  student_id,
  first_name,
  last_name,
  archived: archived_at !== null,
});

/**
 * The two students, who may be merged (R-MERGE-1).
 * @param lock locks both until the end of the transaction: marks, enrolments and erasures wait.
 * @throws ApiError 400 at a field, 403 about oneself, 404, 409 for erased or merged ones.
 */
export async function readBoth(
  database: Database,
  { keep, remove }: Pair,
  user: CurrentUser,
  { lock = false } = {},
): Promise<Both> {
  if (keep === remove) throw validationError('remove', 'must be another student');
  if (lock) await lockWithMerged(database, [keep, remove]);
  const rows = await database
    .selectFrom('student')
    .selectAll()
    .where('id', '=', anyOf.ids([keep, remove]))
    .execute();
  const both = {
    keep: rows.find(({ id }) => id === keep),
    remove: rows.find(({ id }) => id === remove),
  };
  if (!both.keep || !both.remove) throw notFound('This student');
  if (rows.some(({ erased_at }) => erased_at !== null))
    throw new ApiError(409, { detail: messages.erasedStudent });
  if (rows.some(({ merged_into }) => merged_into !== null))
    throw new ApiError(409, { detail: messages.mergedStudent });
  if (both.keep.archived_at !== null) throw validationError('keep', 'is archived');
  if (rows.some(({ student_mail }) => isMailOf(student_mail, user)))
    throw forbidden('You cannot merge yourself.');
  return { keep: both.keep, remove: both.remove };
}

/** Students who were merged into these before follow them. */
const lockWithMerged = (trx: Database, ids: number[]) =>
  sql`
    select from student where id = any(${ids}::bigint[]) or merged_into = any(${ids}::bigint[])
    order by id ${lockOf('update')}`.execute(trx);

/** What the preview shows or moves: a change gives another version. */
const contents = [
  'attendance',
  'enrolment',
  'cohort_assignment',
  'leave',
  'attendance_note',
  'red_list',
  'follow_up',
  'letter',
  'leave_request',
  'guardian',
  'held_mark',
];

/** The version of everything that two students have; with a secret, since it discloses notes otherwise. */
export async function versionOfBoth(database: Database, { keep, remove }: Pair): Promise<string> {
  const secret = await sharedSecret(database, 'row-versions');
  const parts = contents.map(
    (table) => sql`(select jsonb_agg(to_jsonb(x) order by x.id) from ${sql.table(table)} x
      where x.student_id = any(p.ids))`,
  );
  const { version } = oneRow(
    await sql<{ version: string }>`
      select left(encode(sha256(convert_to(concat_ws('|', ${secret}::text, p.ids,
        (select jsonb_agg(to_jsonb(x) order by x.id) from student x where x.id = any(p.ids)),
        ${sql.join(parts)},
        (select jsonb_agg(to_jsonb(d) order by d.class_schedule_id, d.date, d.student_id)
          from mark_detail d where d.student_id = any(p.ids))), 'utf8')), 'hex'), 32) as version
      from (select ${[keep, remove]}::bigint[] as ids) p`.execute(database),
  );
  return version;
}
