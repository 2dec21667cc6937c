import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { BadRow } from './report.ts';

/** Rows of a file that are being resolved, and where their faults are told. */
export class Resolving {
  readonly file: string;
  readonly bad: BadRow[];
  readonly #leftOut: BadRow[];

  constructor(file: string, bad: BadRow[], leftOut: BadRow[]) {
    this.file = file;
    this.bad = bad;
    this.#leftOut = leftOut;
  }

  /** Names a row that is passed over. */
  leaveOut(line: number, column: string, reason: string): void {
    this.#leftOut.push({ file: this.file, line, column, reason });
  }

  refuse(line: number, column: string, reason: string): null {
    this.bad.push({ file: this.file, line, column, reason });
    return null;
  }

  /** The id behind a natural key, or a fault that names it. */
  find(ids: Map<string, number>, what: string, line: number, column: string, key: string): number | null {
    return ids.get(key) ?? this.refuse(line, column, `there is no ${what} ${key}`);
  }

  /**
   * Drops rows whose key stands in an earlier line of the same file.
   * @param same what makes two keys one; by default they are compared letter by letter.
   */
  once<Row>(
    rows: { line: number; row: Row }[],
    column: string,
    keyOf: (row: Row) => string | null,
    same: (key: string) => string = (key) => key,
  ): { line: number; row: Row }[] {
    const seen = new Map<string, number>();
    return rows.filter(({ line, row }) => {
      const key = keyOf(row);
      if (key === null) return true;
      const earlier = seen.get(same(key));
      if (earlier === undefined) seen.set(same(key), line);
      else this.refuse(line, column, `${key} stands in line ${earlier} already`);
      return earlier === undefined;
    });
  }
}

const keys = {
  course: sql<string>`name`,
  specialization: sql<string>`specialization`,
  teacher: sql<string>`email`,
  subject: sql<string>`subject_code`,
  classroom: sql<string>`room_number`,
  semester: sql<string>`concat_ws('/', year, semester, batch)`,
};

/** All ids of a table by natural key. */
export async function idsOf(database: Database, table: keyof typeof keys): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`select ${keys[table]} as key, id from ${sql.table(table)}`.execute(database);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
