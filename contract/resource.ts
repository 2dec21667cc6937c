import { z } from 'zod';
import { confirmClashes } from './clash.ts';
import { id, listQuery, sortParam } from './fields.ts';
import { limits } from './limits.ts';
import type { PermissionSubject } from './permissions.ts';

/** Messages by field from a rule over several fields; empty when valid. */
export type FieldErrors = Record<string, string>;

/** For rules over two dates or times: both are given, and the first is later than the second. */
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
  /** The subject of its permissions. */
  permission: PermissionSubject;
  /** The singular in a sentence: "This subject was not found". */
  singular: string;
  /** The fields of the bodies of create and change. */
  fields: Fields;
  /** The shape of a row in responses. */
  row: Row;
  /** The filters of its list, besides the search. */
  filters: Filters;
  /** The sort keys of its list; a minus reverses one. */
  sortKeys: readonly [string, ...string[]];
  /** Its default sort key; by default the first. */
  defaultSort?: string;
  /** A rule over several fields; validates the whole entity, also when only a part of it is changed. */
  rule?: (values: Record<string, unknown>) => FieldErrors;
}

/** A kind of master data: what server and browser share about its list, form and calls (R-API-1). */
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

/** Archives or restores rows (R-API-3); restoring may let classes take place again. */
export const archiveBody = z.strictObject({
  archive: z.enum(['ids', 'restore'], 'must be ids or restore'),
  ids,
  /** For students who are restored: reopens the enrolments that archiving ended (R-ENROL-7). */
  reopen_enrolments: z.boolean().optional(),
  ...confirmClashes,
});
/** What became of the enrolments of students who were archived (`ended`) or restored. */
const archivedEnrolments = z.object({
  ended: z.number().optional(),
  reopened: z.number().optional(),
  /** Not reopened: in an archived class, at the time of another one, or joined again. */
  refused: z.number().optional(),
});
export type ArchivedEnrolments = z.output<typeof archivedEnrolments>;
export const idsBody = z.strictObject({ ids });
/** The recorded operation of a bulk change, which can be undone (R-UNDO-1); null when nothing changed. */
export const operationId = { operation: z.number().nullable().optional() };
/** Number of archived, restored or deleted rows; a row that is already archived is no error. */
export const countDone = z.object({
  results: z.array(z.object({ id: z.number(), status: z.string() })),
  enrolments: archivedEnrolments.optional(),
  ...operationId,
});
export type CountDone = z.output<typeof countDone>;
