import { sql } from 'kysely';
import { composed, identifierError } from '#contract/identifier.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { BadRow } from './report.ts';

/** Resolves references of a file's rows, and collects errors. */
export class RowResolver {
  readonly file: string;
  readonly bad: BadRow[];
  readonly #skipped: BadRow[];

  constructor(file: string, bad: BadRow[], skipped: BadRow[]) {
    this.file = file;
    this.bad = bad;
    this.#skipped = skipped;
  }

  /** Reports a row that is skipped. */
  skip(line: number, column: string, reason: string): void {
    this.#skipped.push({ file: this.file, line, column, reason });
  }

  reject(line: number, column: string, reason: string): null {
    this.bad.push({ file: this.file, line, column, reason });
    return null;
  }

  /** Rejects a row until somebody answers what it is. */
  ask(line: number, column: string, reason: string, asks: BadRow['asks']): void {
    this.bad.push({ file: this.file, line, column, reason, asks });
  }

  /** The id of a natural key; rejects the row when it does not exist. */
  find(
    ids: Map<string, number>,
    what: string,
    line: number,
    column: string,
    key: string,
  ): number | null {
    const id = ids.get(key) ?? ids.get(composed(key));
    return (
      id ?? this.reject(line, column, identifierError(key, 'name') ?? `there is no ${what} ${key}`)
    );
  }

  /**
   * Rejects rows whose key occurs in an earlier line of the same file.
   * @param normalize applied before keys are compared.
   */
  unique<Row>(
    rows: { line: number; row: Row }[],
    column: string,
    keyOf: (row: Row) => string | null,
    normalize: (key: string) => string = (key) => key,
  ): { line: number; row: Row }[] {
    const seen = new Map<string, number>();
    return rows.filter(({ line, row }) => {
      const key = keyOf(row);
      if (key === null) return true;
      const earlier = seen.get(normalize(key));
      if (earlier === undefined) seen.set(normalize(key), line);
      else this.reject(line, column, `${key} is already in line ${earlier}`);
      return earlier === undefined;
    });
  }
}

export const keys = {
  course: sql<string>`name`,
  specialization: sql<string>`specialization`,
  teacher: sql<string>`email`,
  subject: sql<string>`subject_code`,
  classroom: sql<string>`room_number`,
  semester: sql<string>`concat_ws('/', year, semester, batch)`,
};

/** All ids of a table by natural key. */
export async function idsOf(
  database: Database,
  table: keyof typeof keys,
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    key: string;
    id: number;
  }>`select ${keys[table]} as key, id from ${sql.table(table)}`.execute(database);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
