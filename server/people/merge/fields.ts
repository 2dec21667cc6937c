import { sql, type RawBuilder } from 'kysely';
import type { MergedField } from '#contract/people/merge.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Both, MergedStudent } from './state.ts';

/**
 * Exchanges the chosen fields: the other value is not lost, the row that goes has it. Archives that row.
 */
export async function exchangeFields(
  trx: Database,
  { keep, remove }: Both,
  names: MergedField[],
): Promise<void> {
  if (names.includes('rfid_number'))
    await sql`
      update student set rfid_number = null
      where id = any(${[keep.id, remove.id]}::bigint[])`.execute(trx);
  if (names.includes('profile_image')) await giveUpPhotos(trx, { keep, remove });
  // The student who goes first: no index sees both values in one row of each.
  await set(trx, remove.id, [
    ...valuesOf(keep, names),
    sql`archived_at = coalesce(archived_at, now())`,
    sql`merged_into = ${keep.id}`,
  ]);
  if (names.length) await set(trx, keep.id, valuesOf(remove, names));
  // Who was merged into the one who goes has come to the other one as well.
  await sql`update student set merged_into = ${keep.id} where merged_into = ${remove.id}`.execute(
    trx,
  );
}

const set = (trx: Database, id: number, values: RawBuilder<unknown>[]) =>
  sql`update student set ${sql.join(values)} where id = ${id}`.execute(trx);

const valuesOf = (student: MergedStudent, names: MergedField[]) =>
  names.map((name) => sql`${sql.ref(name)} = ${student[name]}`);

/** A file belongs to one row: both belong to no row until the rows take them. */
async function giveUpPhotos(trx: Database, { keep, remove }: Both): Promise<void> {
  const both = [keep, remove];
  await sql`
    update student set profile_image = null
    where id = any(${both.map(({ id }) => id)}::bigint[])`.execute(trx);
  await sql`
    update stored_file set owner_id = null, released_at = null
    where category = 'student-profile' and owner_id = any(${both.map(({ id }) => id)}::bigint[])
      and key = any(${both.flatMap(({ profile_image }) => profile_image ?? [])}::text[])`.execute(
    trx,
  );
}
