import { wordsOf } from './search.ts';
import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { CurrentUser } from '../http/guard.ts';
import { answerLength, lengthOf, longRowsAtOnce } from '../http/answer-size.ts';
import { mapInSlices } from '../http/in-slices.ts';
import { type Page } from '../http/lists.ts';
import { oneRow } from '../database/one-row.ts';
import { required } from '../required.ts';

/** Reads a resource's rows as they are sent. */
export interface ResourceReader {
  /** Copied from the list definition. */
  hasLongRows?: boolean;
  page(query: ListQuery, user: CurrentUser): Promise<Page<unknown>>;
  /** @param query of the call, where it takes one. */
  findById(id: number, user: CurrentUser, query?: unknown): Promise<unknown>;
}

/**
 * The list of a table. The table's alias is `x` in every fragment; each of `joins` adds exactly one
 * row of another table, which may be searched, filtered and sorted by; `pageJoins` are computed for
 * the rows of a page only.
 */
export interface ListDefinition<Query extends ListQuery = ListQuery> {
  table: keyof Tables;
  /** False for rows that are never archived. */
  archivable?: boolean;
  joins?: (query: Query) => RawBuilder<unknown>;
  pageJoins?: (query: Query) => RawBuilder<unknown>;
  columns: (query: Query) => RawBuilder<unknown>;
  /**
   * A row may have thousands of characters: long pages are read in pieces, and fail when the
   * response is too large.
   */
  hasLongRows?: boolean;
  /** Searches use an index: matches are counted by a separate query. */
  countSeparately?: boolean;
  /** Search and filters look at `x` alone: rows are counted without the joins. */
  countsWithoutJoins?: boolean;
  /** The condition of a folded word of the search. @param words all of them. */
  search: (word: string, words: string[]) => RawBuilder<unknown>;
  filters?: (query: Query) => (RawBuilder<unknown> | false | '' | undefined)[];
  /** Ascending expressions by sort key; ties are sorted by id. */
  sortKeys: Record<string, RawBuilder<unknown>[]>;
}

export interface ListQuery {
  search: string;
  limit: number;
  page: number;
  ordering: string;
  /** Archived rows instead of active ones. */
  archived?: boolean;
  /** The institute's date. */
  today: string;
}

/**
 * `x.column` is one of the ids; no condition without ids. For a single id, rows come from its index
 * in order.
 */
export const whereIn = (column: string, ids: number[] | undefined) =>
  ids &&
  (ids.length === 1
    ? sql`${sql.ref(column)} = ${ids[0]}::bigint`
    : sql`${sql.ref(column)} = any(${ids}::bigint[])`);

/**
 * Shorter words match so many rows that counting them with the page would sort most of the table.
 */
const minCountedWord = 3;

/** The conditions of a query: filters and search words. */
export function conditionOf<Query extends ListQuery>(
  list: ListDefinition<Query>,
  query: Query,
): RawBuilder<unknown> {
  const conditions = [
    ...(list.archivable === false
      ? []
      : [query.archived ? sql`x.archived_at is not null` : sql`x.archived_at is null`]),
    ...(list.filters?.(query) ?? []).filter((condition) => typeof condition === 'object'),
    ...wordsOf(query.search).map((word, _, words) => list.search(word, words)),
  ];
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/**
 * Reads a page of the list. A search counts its matches in the same query; without a search the
 * page is read along its index, backwards for pages near the end.
 */
export async function readPage<Row, Query extends ListQuery>(
  database: Database,
  list: ListDefinition<Query>,
  query: Query,
): Promise<Page<Row>> {
  const words = wordsOf(query.search);
  const joins = list.joins?.(query) ?? sql``;
  const from = sql`from ${sql.table(list.table)} x ${joins} where ${conditionOf(list, query)}`;
  const before = (query.page - 1) * query.limit;

  type Found = Row & { found_in_all?: number };
  async function read(
    limit: number,
    offset: number,
    { fromEnd = false, counting = false } = {},
  ): Promise<Found[]> {
    if (list.hasLongRows && limit > longRowsAtOnce) return readInPieces(limit, offset, fromEnd);
    const { rows } = await sql<Found>`
      with page as materialized (
        select x.id ${counting ? sql`, count(*) over () as found_in_all` : sql``} ${from}
        order by ${orderOf(list, query.ordering, fromEnd)} ${pageOf(limit, offset)}
      )
      select ${list.columns(query)} ${counting ? sql`, page.found_in_all` : sql``}
      from page join ${sql.table(list.table)} x
        on x.id = page.id ${joins} ${list.pageJoins?.(query) ?? sql``}
      order by ${orderOf(list, query.ordering, false)}`.execute(database);
    return rows;
  }
  async function readInPieces(limit: number, offset: number, fromEnd: boolean): Promise<Found[]> {
    const found = await sql<{ id: number }>`
      select x.id ${from} order by ${orderOf(list, query.ordering, fromEnd)}
      limit ${limit} offset ${offset}`.execute(database);
    const ids = found.rows.map(({ id }) => id);
    if (fromEnd) ids.reverse();
    const add = answerLength();
    const all: Found[] = [];
    for (let at = 0; at < ids.length; at += longRowsAtOnce) {
      const { rows } = await sql<Found>`
        select ${list.columns(query)}
        from unnest(${ids.slice(at, at + longRowsAtOnce)}::bigint[])
        with ordinality as page(id, place)
        join ${sql.table(list.table)} x
          on x.id = page.id ${joins} ${list.pageJoins?.(query) ?? sql``}
        order by page.place`.execute(database);
      for (const row of rows) {
        add(lengthOf(row));
        all.push(row);
      }
    }
    return all;
  }
  const count = async () => {
    const rows = list.countsWithoutJoins
      ? sql`from ${sql.table(list.table)} x where ${conditionOf(list, query)}`
      : from;
    const counted = await sql<{ total: number }>`select count(*) as total ${rows}`.execute(
      database,
    );
    return oneRow(counted).total;
  };

  const inPieces = list.hasLongRows && query.limit > longRowsAtOnce;
  if (
    words.length &&
    !list.countSeparately &&
    !inPieces &&
    words.every((word) => word.length >= minCountedWord)
  ) {
    const found = await read(query.limit, before, { counting: true });
    const rows = found.map(({ found_in_all: _total, ...row }) => row as Row);
    return { rows, total: found[0]?.found_in_all ?? (before ? await count() : 0) };
  }
  if (query.page === 1) {
    const rows = await read(query.limit, 0);
    return { rows, total: rows.length < query.limit ? rows.length : await count() };
  }
  const total = await count();
  const remaining = Math.min(query.limit, total - before);
  if (remaining <= 0) return { rows: [], total };
  const fromEnd = before > total / 2;
  return {
    rows: await read(remaining, fromEnd ? total - before - remaining : before, { fromEnd }),
    total,
  };
}

/** Limits of the screens' own lists. */
const usualLimits: number[] = [limits.pageSize];

/**
 * The default page size is a literal: a generic plan for any limit is estimated so expensive
 * that the statement would be planned at each execution, which takes longer than running it.
 */
const pageOf = (limit: number, offset: number) =>
  offset === 0 && usualLimits.includes(limit)
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${limit} offset ${offset}`;

/** One row, archived or not; null when there is none. */
export async function readOne<Row, Query extends ListQuery>(
  database: Database,
  list: ListDefinition<Query>,
  id: number,
  query: Query,
): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select ${list.columns(query)}
    from ${sql.table(list.table)} x ${list.joins?.(query) ?? sql``} ${list.pageJoins?.(query) ?? sql``}
    where x.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

function orderOf<Query extends ListQuery>(
  list: ListDefinition<Query>,
  ordering: string,
  backwards: boolean,
) {
  const descending = ordering.startsWith('-');
  const expressions = required(
    list.sortKeys[descending ? ordering.slice(1) : ordering],
    `The sort key ${ordering}`,
  );
  const direction = descending === backwards ? sql`asc` : sql`desc`;
  return sql.join([...expressions, sql`x.id`].map((expression) => sql`${expression} ${direction}`));
}

/** The default reader: rows of the list, converted by `toResponse`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the SQL selects.
export function createReader<Row, Query extends ListQuery = ListQuery>(
  database: Database,
  list: ListDefinition<Query>,
  today: () => string,
  toResponse: (row: Row, user: CurrentUser) => unknown = (row) => row,
): ResourceReader {
  return {
    hasLongRows: list.hasLongRows,
    async page(query, user) {
      const { rows, total } = await readPage<Row, Query>(database, list, query as Query);
      return { rows: await mapInSlices(rows, (row) => toResponse(row, user)), total };
    },
    async findById(id, user) {
      const query = { search: '', limit: 1, page: 1, ordering: '', today: today() } as Query;
      const row = await readOne<Row, Query>(database, list, id, query);
      return row && toResponse(row, user);
    },
  };
}
