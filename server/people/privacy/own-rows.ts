import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { ColumnEntry } from '#server/school/privacy-entries.ts';
import { privacyRegister } from './register.ts';

interface OwnRows {
  table: string;
  /** The columns that an erasure sets to null; null: it deletes the rows. */
  nulled: string[] | null;
}

const isErased = (entry: ColumnEntry | undefined, how: string): boolean =>
  entry?.of === 'student' && entry.erasure === how;

/** The tables with rows of one student each, by what the register says of their `student_id` and columns. */
const ownRows: readonly OwnRows[] = Object.entries(privacyRegister).flatMap<OwnRows>(
  ([table, { columns }]) => {
    const entries: [string, ColumnEntry][] = Object.entries(columns);
    const owner = entries.find(([name]) => name === 'student_id')?.[1];
    // The student's own row is replaced by `studentFields`, and a tap by its card.
    if (table === 'student' || owner === undefined || isErased(owner, 'nulled')) return [];
    if (isErased(owner, 'deleted')) return [{ table, nulled: null }];
    const nulled = entries.filter(([, entry]) => isErased(entry, 'nulled')).map(([name]) => name);
    return nulled.length > 0 ? [{ table, nulled }] : [];
  },
);

/**
 * Deletes and empties rows of students who were erased: an older version, which did not know a table, has left them.
 * One statement a table, each by itself: other processes go on.
 * @returns the number of rows.
 */
export async function eraseRowsOfErased(database: Database): Promise<number> {
  const ofErased = sql`student_id in (select id from student where erased_at is not null)`;
  let rows = 0;
  for (const { table, nulled } of ownRows) {
    const done = await (
      nulled === null
        ? sql`delete from ${sql.table(table)} where ${ofErased}`
        : sql`
          update ${sql.table(table)}
          set ${sql.join(nulled.map((name) => sql`${sql.ref(name)} = null`))}
          where ${ofErased} and num_nonnulls(${sql.join(nulled.map((name) => sql.ref(name)))}) > 0`
    ).execute(database);
    rows += Number(done.numAffectedRows ?? 0n);
  }
  return rows;
}

/** Deletes and empties the rows of a student as the register says. */
export async function eraseOwnRows(trx: Database, student: number): Promise<void> {
  for (const { table, nulled } of ownRows)
    await (
      nulled === null
        ? sql`delete from ${sql.table(table)} where student_id = ${student}`
        : sql`
          update ${sql.table(table)}
          set ${sql.join(nulled.map((name) => sql`${sql.ref(name)} = null`))}
          where student_id = ${student}`
    ).execute(trx);
}
