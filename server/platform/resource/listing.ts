import { sql, type RawBuilder } from 'kysely';
import { plannedAnew, type Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { Who } from '../http/guard.ts';
import { mapInSlices } from '../http/in-slices.ts';
import { containing, type Page } from '../http/lists.ts';

/** How a section's rows are read, as they go over the wire. */
export interface Reading {
  page(asked: ListAsked, who: Who): Promise<Page<unknown>>;
  one(id: number, who: Who): Promise<unknown>;
}

/**
 * How the rows of a table are read. The table is `x` in every piece of SQL; `joins` add exactly one row of another
 * table each, and may be searched, filtered and ordered by; `extras` are computed for the rows of one page only.
 */
export interface Listing<Asked extends ListAsked = ListAsked> {
  table: keyof Tables;
  /** Its rows are not archived. */
  neverArchived?: boolean;
  joins?: (asked: Asked) => RawBuilder<unknown>;
  extras?: (asked: Asked) => RawBuilder<unknown>;
  columns: (asked: Asked) => RawBuilder<unknown>;
  /** A search is looked through fast along an index: what it finds is counted beside the page, not with it. */
  countsApart?: boolean;
  /** The conditions for one word of a search, in lower case with LIKE's wildcards around it. */
  search: (word: string) => RawBuilder<unknown>;
  filters?: (asked: Asked) => (RawBuilder<unknown> | false | '' | undefined)[];
  /** Expressions by name, each read ascending; the id decides in the end. */
  orders: Record<string, RawBuilder<unknown>[]>;
}

export interface ListAsked {
  search: string;
  limit: number;
  page: number;
  ordering: string;
  /** The archive instead of the list. */
  archived?: boolean;
  /** The institute's date. */
  today: string;
}

const mostWords = 6;

/** `x.column` is one of the ids; no condition when none were asked for. For a single one, rows come from its index in order. */
export const among = (column: string, ids: number[] | undefined) =>
  ids && (ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}::bigint` : sql`${sql.ref(column)} = any(${ids}::bigint[])`);

/** Text as searches look at it. */
export const searchable = (...columns: string[]) => sql<string>`lower(concat_ws(' ', ${sql.join(columns.map((name) => sql.ref(name)))}))`;

/** Shorter words find so much that counting it together with a page would sort most of the table. */
const findingWord = 3;

const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, mostWords);

/** What the rows must be that are asked for, on whatever page: filters, and every word of the search. */
export function conditionOf<Asked extends ListAsked>(listing: Listing<Asked>, asked: Asked): RawBuilder<unknown> {
  const conditions = [
    ...(listing.neverArchived ? [] : [asked.archived ? sql`x.archived_at is not null` : sql`x.archived_at is null`]),
    ...(listing.filters?.(asked) ?? []).filter((condition) => typeof condition === 'object'),
    ...wordsOf(asked.search).map((word) => listing.search(containing(word))),
  ];
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`;
}

/**
 * A page of the list; every word of the search must be found. A search counts what it finds while it looks for the
 * page; without one the page is read along its index, and one near the end from the end.
 */
export async function readPage<Row, Asked extends ListAsked>(database: Database, listing: Listing<Asked>, asked: Asked): Promise<Page<Row>> {
  const words = wordsOf(asked.search);
  const plan = sql.raw(words.length ? plannedAnew : '');
  const joins = listing.joins?.(asked) ?? sql``;
  const from = sql`from ${sql.table(listing.table)} x ${joins} where ${conditionOf(listing, asked)}`;
  const before = (asked.page - 1) * asked.limit;

  async function read(limit: number, offset: number, { fromEnd = false, counting = false } = {}): Promise<(Row & { found_in_all?: number })[]> {
    const { rows } = await sql<Row & { found_in_all?: number }>`${plan}
      with page as materialized (
        select x.id ${counting ? sql`, count(*) over () as found_in_all` : sql``} ${from}
        order by ${orderOf(listing, asked.ordering, fromEnd)} limit ${limit} offset ${offset}
      )
      select ${listing.columns(asked)} ${counting ? sql`, page.found_in_all` : sql``}
      from page join ${sql.table(listing.table)} x on x.id = page.id ${joins} ${listing.extras?.(asked) ?? sql``}
      order by ${orderOf(listing, asked.ordering, false)}`.execute(database);
    return rows;
  }
  const count = async () => {
    const { rows } = await sql<{ total: number }>`${plan} select count(*) as total ${from}`.execute(database);
    return rows[0]!.total;
  };

  if (words.length && !listing.countsApart && words.every((word) => word.length >= findingWord)) {
    const found = await read(asked.limit, before, { counting: true });
    const rows = found.map(({ found_in_all: _total, ...row }) => row as Row);
    return { rows, total: found[0]?.found_in_all ?? (before ? await count() : 0) };
  }
  if (asked.page === 1) {
    const rows = await read(asked.limit, 0);
    return { rows, total: rows.length < asked.limit ? rows.length : await count() };
  }
  const total = await count();
  const left = Math.min(asked.limit, total - before);
  if (left <= 0) return { rows: [], total };
  const fromEnd = before > total / 2;
  return { rows: await read(left, fromEnd ? total - before - left : before, { fromEnd }), total };
}

/** One row, archived or not; null when there is none. */
export async function readOne<Row, Asked extends ListAsked>(
  database: Database,
  listing: Listing<Asked>,
  id: number,
  asked: Asked,
): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select ${listing.columns(asked)}
    from ${sql.table(listing.table)} x ${listing.joins?.(asked) ?? sql``} ${listing.extras?.(asked) ?? sql``}
    where x.id = ${id}`.execute(database);
  return rows[0] ?? null;
}

function orderOf<Asked extends ListAsked>(listing: Listing<Asked>, ordering: string, backwards: boolean) {
  const descending = ordering.startsWith('-');
  const expressions = listing.orders[descending ? ordering.slice(1) : ordering]!;
  const direction = descending === backwards ? sql`asc` : sql`desc`;
  return sql.join([...expressions, sql`x.id`].map((expression) => sql`${expression} ${direction}`));
}

/** The usual reading: the listing's rows, each presented. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the row is what the listing's SQL selects: only `present` names it.
export function readingOf<Row, Asked extends ListAsked = ListAsked>(
  database: Database,
  listing: Listing<Asked>,
  today: () => string,
  present: (row: Row, who: Who) => unknown = (row) => row,
): Reading {
  return {
    async page(asked, who) {
      const { rows, total } = await readPage<Row, Asked>(database, listing, asked as Asked);
      return { rows: await mapInSlices(rows, (row) => present(row, who)), total };
    },
    async one(id, who) {
      const asked = { search: '', limit: 1, page: 1, ordering: '', today: today() } as Asked;
      const row = await readOne<Row, Asked>(database, listing, id, asked);
      return row && present(row, who);
    },
  };
}
