import { z } from 'zod';
import { listOf, listQuery } from '../fields.ts';

/** Records whose changes are listed one by one. */
const listedRecords = ['class_schedule', 'class_meeting', 'classroom'] as const;
export type ListedRecord = (typeof listedRecords)[number];

/** An import does this to a record. A date that is `archived` is cancelled, or no longer added. */
export const importOutcomes = ['created', 'updated', 'archived'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** The part of a record that changes; `class` stands for all of a new class. */
const changedFields = [
  'class',
  'subject',
  'type',
  'day',
  'time',
  'weeks',
  'room',
  'teacher',
  'cover',
  'date',
  'reason',
] as const;

/** A change that an import makes, or would make (R-IMPORT-11). */
const importChange = z.object({
  /** Its place in the list, from 1. */
  number: z.number(),
  record: z.enum(listedRecords),
  outcome: z.enum(importOutcomes),
  /** `MAT1 Algebra, Mondays 08:00, room R1`, as the class was; empty for a room. */
  class: z.string(),
  /** The date of a class; of a changed class the first one that is so; null for a room. */
  date: z.string().nullable(),
  /** Old and new values as texts; empty for none. */
  fields: z.array(z.object({ field: z.enum(changedFields), from: z.string(), to: z.string() })),
});
export type ImportChange = z.output<typeof importChange>;
export const importChanges = listOf(importChange);

export const importChangesQuery = z.strictObject({
  limit: listQuery.limit,
  page: listQuery.page,
  record: z.enum(listedRecords, `must be one of ${listedRecords.join(', ')}`).optional(),
  outcome: z.enum(importOutcomes, `must be one of ${importOutcomes.join(', ')}`).optional(),
});

export const isListed = (table: string): table is ListedRecord =>
  listedRecords.some((record) => record === table);
