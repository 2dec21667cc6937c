import { sql, type RawBuilder } from 'kysely';
import type { MergedField } from '#contract/people/merge.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
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
    await trx
      .updateTable('student')
      .set({ rfid_number: null })
      .where('id', '=', anyOf.ids([keep.id, remove.id]))
      .execute();
  if (names.includes('profile_image')) await giveUpPhotos(trx, { keep, remove });
  // The student who goes first: no index sees both values in one row of each.
  await set(trx, remove.id, [
    ...valuesOf(keep, names),
    sql`archived_at = coalesce(archived_at, now())`,
    sql`merged_into = ${keep.id}`,
  ]);
  if (names.length) await set(trx, keep.id, valuesOf(remove, names));
  // Who was merged into the one who goes has come to the other one as well.
  await trx
    .updateTable('student')
    .set({ merged_into: keep.id })
    .where('merged_into', '=', remove.id)
    .execute();
}

const set = (trx: Database, id: number, values: RawBuilder<unknown>[]) =>
  sql`update student set ${sql.join(values)} where id = ${id}`.execute(trx);

const valuesOf = (student: MergedStudent, names: MergedField[]) =>
  names.map((name) => sql`${sql.ref(name)} = ${student[name]}`);

/** A file belongs to one row: both belong to no row until the rows take them. */
async function giveUpPhotos(trx: Database, { keep, remove }: Both): Promise<void> {
  const ids = [keep.id, remove.id];
  const photos = [keep, remove].flatMap(({ profile_image }) => profile_image ?? []);
  await trx
    .updateTable('student')
    .set({ profile_image: null })
    .where('id', '=', anyOf.ids(ids))
    .execute();
  await trx
    .updateTable('stored_file')
    .set({ owner_id: null, released_at: null })
    .where('category', '=', 'student-profile')
    .where('owner_id', '=', anyOf.ids(ids))
    .where('key', '=', anyOf.texts(photos))
    .execute();
}
