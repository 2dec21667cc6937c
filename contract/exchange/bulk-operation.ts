import { z } from 'zod';
import { operationKinds, operationStates, rowChanges } from '../bulk-operation-terms.ts';
import { confirmClashes } from '../clash.ts';
import { dateOr, id, idList, listQuery, several } from '../fields.ts';
import { limits } from '../limits.ts';
import { resource } from '../resource.ts';

const counts = z.object({ added: z.number(), changed: z.number(), removed: z.number() });
const person = z.object({ id: z.number(), name: z.string() });

const operation = z.object({
  id: z.number(),
  kind: z.enum(operationKinds),
  /** What was written, in words: students, enrolments. */
  about: z.string(),
  /** Null for a command. */
  done_by: person.nullable(),
  /** ISO instant. */
  done_at: z.string(),
  /** Rows by table. */
  counts: z.record(z.string(), counts),
  state: z.enum(operationStates),
  /** Rows that are undone. */
  undone: z.number(),
  /** The operation that this one undid. */
  undoes: z.number().nullable(),
  /** It undid an undo: what that had taken is back. */
  brings_back: z.boolean(),
  /** The last operation that undid this one, or a part of it. */
  undone_in: z.object({ id: z.number(), by: z.string().nullable(), at: z.string() }).nullable(),
});
export type BulkOperation = z.output<typeof operation>;

const day = dateOr('must be a date, YYYY-MM-DD').optional();

export const bulkOperations = resource({
  permission: 'Settings',
  singular: 'recorded change',
  fields: {},
  row: operation,
  filters: {
    kind: several
      .pipe(z.array(z.enum(operationKinds, `must be one of ${operationKinds.join(', ')}`)))
      .optional(),
    /** Users by id. */
    user: idList.optional(),
    /** Days of the institute, both inclusive. */
    from_date: day,
    to_date: day,
  },
  sortKeys: ['at'],
  defaultSort: '-at',
});

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A row of an operation: fields with what they were and became; null for nothing. */
export const operationRow = z.object({
  table: z.string(),
  key: z.string(),
  /** The name by which people know it; null when it is no longer stored. */
  label: z.string().nullable(),
  change: z.enum(rowChanges),
  /** Of added rows only the new values, of removed ones only the old ones. */
  fields: z.array(z.object({ field: z.string(), from: value, to: value })),
  undone: z.boolean(),
  /** Why the last attempt did not undo it, or not all of it. */
  refusal: z.string().nullable(),
  /** It was refused only because another row stayed. */
  follows: z.boolean(),
});
export type OperationRow = z.output<typeof operationRow>;

/** All rows that could not be undone; those with a reason of their own; those that only follow others. */
const refusedRows = ['true', 'causes', 'followers'] as const;
export type RefusedRows = (typeof refusedRows)[number];

export const operationRowsQuery = z.strictObject({
  ...listQuery,
  change: z.enum(rowChanges, `must be one of ${rowChanges.join(', ')}`).optional(),
  /** Only rows that could not be undone, all or of one sort. */
  refused: z.enum(refusedRows, `must be one of ${refusedRows.join(', ')}`).optional(),
});

export const undoBody = z.strictObject(confirmClashes);

/** What an undo does, or would do. */
export const undoResult = z.object({
  /** The id of the undo, an operation like others; null for a preview, and when nothing was undone. */
  operation: id.nullable(),
  /** Rows that are undone. */
  undone: z.number(),
  /** Rows of which nothing is undone. */
  refused: z.number(),
  /** Of these, rows that stay only because another one stays. */
  following: z.number(),
  /** What is undone, by table. */
  counts: z.record(z.string(), counts),
  /** The first rows that are not undone, or not wholly (`partly`), with the reason. */
  rows: z
    .array(
      z.object({
        table: z.string(),
        key: z.string(),
        label: z.string().nullable(),
        reason: z.string(),
        partly: z.boolean(),
        /** It stays only because another one stays: rows with a reason of their own come first. */
        follows: z.boolean(),
      }),
    )
    .max(limits.undoRefusals),
});
export type UndoResult = z.output<typeof undoResult>;
