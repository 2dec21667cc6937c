import { z } from 'zod';
import { confirmClashes } from './clash.ts';
import { id, listQuery, sortParam } from './fields.ts';
import { limits } from './limits.ts';
import type { PermissionSubject } from './permissions.ts';

/** Messages by field that a rule over several fields gives; empty when all is well. */
export type FieldErrors = Record<string, string>;

/** For rules over two dates or times: both are given, and the one is after the other. */
export function isAfter(one: unknown, other: unknown): boolean {
  return (
    typeof one === 'string' &&
    typeof other === 'string' &&
    one !== '' &&
    other !== '' &&
    one > other
  );
}

interface Given<
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
> {
  /** Whose permissions its calls need. */
  permission: PermissionSubject;
  /** The singular in a sentence: "This subject was not found". */
  singular: string;
  /** What a body of create and patch holds. */
  fields: Fields;
  /** A row as lists and single reads answer it. */
  row: Row;
  /** What its list can be filtered by, beside the search. */
  filters: Filters;
  /** What its list can be ordered by, and reversed with a minus. */
  sortKeys: readonly [string, ...string[]];
  /** Its default sort key; the first when left out. */
  defaultSort?: string;
  /** What must hold between fields; sees the whole entity, also when only a part of it is changed. */
  rule?: (values: Record<string, unknown>) => FieldErrors;
}

/** A kind of master data: what both sides agree on about its list, its form and its calls (R-API-1). */
export function resource<
  Fields extends z.ZodRawShape,
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
>(given: Given<Fields, Row, Filters>) {
  const body = z.strictObject(given.fields);
  return {
    ...given,
    body,
    patch: body.partial(),
    query: z.strictObject({
      ...listQuery,
      ...given.filters,
      ordering: sortParam(given.sortKeys, given.defaultSort ?? given.sortKeys[0]),
    }),
  };
}
export type Resource = ReturnType<typeof resource<z.ZodRawShape, z.ZodType, z.ZodRawShape>>;

export const ids = z
  .array(id, 'must be a list of ids')
  .min(1, 'must name at least one')
  .max(limits.mostRows, `must name at most ${limits.mostRows}`);

/** Puts rows away, or brings them back (R-API-3), by which classes may take place again. */
export const archiveBody = z.strictObject({
  archive: z.enum(['ids', 'restore'], 'must be ids or restore'),
  ids,
  ...confirmClashes,
});
export const idsBody = z.strictObject({ ids });
/** How many rows were put away, brought back or deleted; naming one that already is, is no fault. */
export const countDone = z.object({
  results: z.array(z.object({ id: z.number(), status: z.string() })),
});
export type CountDone = z.output<typeof countDone>;
