import type { FastifyRequest } from 'fastify';
import type { List } from '#contract/fields.ts';

/** A page of rows with the total number. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** Rows that each carry the total; a page past the end is empty, with a total of 0. */
export const pageOf = <Row extends { total: number }>(rows: Row[]): Page<Omit<Row, 'total'>> => ({
  rows: rows.map(({ total: _total, ...row }) => row),
  total: rows[0]?.total ?? 0,
});

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
  return {
    results: found.rows,
    total: found.total,
    next: page * limit < found.total ? link(page + 1) : null,
    previous: page > 1 ? link(page - 1) : null,
  };
}

/** Text for LIKE, in lower case, with its own wildcards taken literally. */
const literal = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&');

/** `%text%` for LIKE. */
export const likePattern = (text: string): string => `%${literal(text)}%`;

/** `text%` for LIKE. */
export const beginning = (text: string): string => `${literal(text)}%`;
