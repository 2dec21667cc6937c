import { z } from 'zod';
import { id, listQuery, orderedBy } from './fields.ts';
import { limits } from './limits.ts';
import type { Resource } from './permissions.ts';

/** Messages by field that a rule over several fields gives; empty when all is well. */
export type RuleFaults = Record<string, string>;

/** For rules over two dates or times: both are given, and the one is after the other. */
export function isAfter(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one !== '' && other !== '' && one > other;
}

interface Given<Fields extends z.ZodRawShape, Row extends z.ZodType, Filters extends z.ZodRawShape> {
  /** Below `attendance/`, and the `archive_name` of its archive. */
  path: string;
  /** Whose rights its calls need. */
  resource: Resource;
  /** What one is called in a sentence: "This subject was not found". */
  one: string;
  /** What a body of create and patch holds. */
  fields: Fields;
  /** A row as lists and single reads answer it. */
  row: Row;
  /** What its list can be filtered by, beside the search. */
  filters: Filters;
  /** What its list can be ordered by, and reversed with a minus. */
  orders: readonly [string, ...string[]];
  /** Its usual order; the first when left out. */
  usualOrder?: string;
  /** What must hold between fields; sees the whole entity, also when only a part of it is changed. */
  rule?: (values: Record<string, unknown>) => RuleFaults;
}

/** A kind of master data: what both sides agree on about its list, its form and its calls (spec §3, §5, §7). */
export function section<Fields extends z.ZodRawShape, Row extends z.ZodType, Filters extends z.ZodRawShape>(given: Given<Fields, Row, Filters>) {
  const body = z.strictObject(given.fields);
  return {
    ...given,
    body,
    patch: body.partial(),
    query: z.strictObject({ ...listQuery, ...given.filters, ordering: orderedBy(given.orders, given.usualOrder ?? given.orders[0]) }),
  };
}
export type Section = ReturnType<typeof section<z.ZodRawShape, z.ZodType, z.ZodRawShape>>;

export const ids = z.array(id, 'must be a list of ids').min(1, 'must name at least one').max(limits.mostRows, `must name at most ${limits.mostRows}`);

/** Puts rows away, or brings them back (spec §7). */
export const archiveBody = z.strictObject({ archive: z.enum(['ids', 'restore'], 'must be ids or restore'), ids });
export const idsBody = z.strictObject({ ids });
/** How many rows were put away, brought back or deleted; naming one that already is, is no fault. */
export const countDone = z.object({ results: z.array(z.object({ id: z.number(), status: z.string() })) });
