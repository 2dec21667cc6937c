import type { FastifyRequest } from 'fastify';
import type { List } from '#contract/fields.ts';

/** A page of rows with the total number. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  /** When it was read, as a position in the live news; of rows of which there is such news. */
  as_of?: string;
}

/**
 * A page of rows that each carry the total. Past the end there are none: the first row is read for
 * the total.
 */
export async function readCountedPage<Row extends { total: number }>(
  { limit, page }: { limit: number; page: number },
  read: (limit: number, offset: number) => Promise<{ rows: Row[] }>,
): Promise<Page<Omit<Row, 'total'>>> {
  const { rows } = await read(limit, (page - 1) * limit);
  const [first] = rows.length || page === 1 ? rows : (await read(1, 0)).rows;
  return { rows: rows.map(({ total: _total, ...row }) => row), total: first?.total ?? 0 };
}

/** The response of a list: rows, total, and links to the adjacent pages. */
export function presentList<Row>(
  request: FastifyRequest,
  query: { limit: number; page: number },
  found: Page<Row>,
): List<Row> {
  const { limit, page } = query;
  const link = (number: number) => {
    const address = new URL(request.url, 'http://attendance');
    address.searchParams.set('page', String(number));
    return `${address.pathname}${address.search}`;
  };
  // Behind the end it is the last page with rows.
  const before = Math.min(page - 1, Math.ceil(found.total / limit));
  return {
    results: found.rows,
    total: found.total,
    next: page * limit < found.total ? link(page + 1) : null,
    previous: before > 0 ? link(before) : null,
    ...(found.as_of !== undefined && { as_of: found.as_of }),
  };
}

/** Text for LIKE with its own wildcards taken literally. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** `%text%` for LIKE. */
export const likePattern = (text: string): string => `%${literal(text)}%`;

/** `text%` for LIKE. */
export const beginning = (text: string): string => `${literal(text)}%`;
