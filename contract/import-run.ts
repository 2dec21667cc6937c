import { z } from 'zod';
import { limits } from './limits.ts';

/** What an import run reads. */
export const importKinds = ['oneroster', 'calendar'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * `error`: nothing is written until it is fixed. `skipped`: the row is left out, the others are
 * written. `note`: the row is written; what we have no place for, or what was chosen for it.
 */
export const importProblemLevels = ['error', 'skipped', 'note'] as const;
export type ImportProblemLevel = (typeof importProblemLevels)[number];

/** The problem of a row, or of a whole file (`line` 1 is its header; of a calendar the event's line). */
export const importProblem = z.object({
  file: z.string(),
  line: z.number(),
  column: z.string(),
  reason: z.string(),
  level: z.enum(importProblemLevels),
});
export type ImportProblem = z.output<typeof importProblem>;

/** Rows of one kind of record, by what happens to them. */
export const importCounts = z.object({
  /** A table of `recordNames`, or `waiting_class` and `waiting_member`. */
  table: z.string(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  archived: z.number(),
  skipped: z.number(),
});
export type ImportCounts = z.output<typeof importCounts>;

/** A question that an import cannot answer by itself; the answer is an option of the same name. */
export const importQuestion = z.object({
  /** Such as `course`, `batch`, `link:teachers`. */
  name: z.string(),
  label: z.string(),
  help: z.string(),
  /** What was found or chosen; null: has to be answered before anything is written. */
  answer: z.string().nullable(),
  /** Empty: any text. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type ImportQuestion = z.output<typeof importQuestion>;

/** What an import did, or would do. */
export const importRunReport = z.object({
  counts: z.array(importCounts),
  questions: z.array(importQuestion),
  /** The first ones, errors before the others. */
  problems: z.array(importProblem).max(limits.uploadFaults),
  /** How many there are in all, by level. */
  totals: z.record(z.enum(importProblemLevels), z.number()),
  /** The recorded operation, by which all of it is undone; null when nothing was written. */
  operation: z.number().nullable(),
  written: z.boolean(),
});
export type ImportRunReport = z.output<typeof importRunReport>;
