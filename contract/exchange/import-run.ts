import { z } from 'zod';
import { control } from '../control.ts';
import { idParam } from '../fields.ts';
import { limits } from '../limits.ts';
import { uploadPreview } from '../student.ts';

/** What an import run reads. */
const importKinds = ['oneroster', 'calendar', 'students', 'photos'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * `error`: nothing is written until it is fixed. `skipped`: the row is left out, the others are
 * written. `note`: the row is written; what we have no place for, or what was chosen for it.
 */
export const importProblemLevels = ['error', 'skipped', 'note'] as const;
export type ImportProblemLevel = (typeof importProblemLevels)[number];

/** The problem of a row, of a whole file (`line` 1), or of none. */
const importProblem = z.object({
  /** `-` where it is in no file, such as a wrong answer; `column` may name the question then. */
  file: z.string(),
  /** 1 is the header; of a calendar the event's. Null where the file has no row of it. */
  line: z.number().nullable(),
  column: z.string(),
  reason: z.string(),
  /** The cell, where it alone is wrong. */
  value: z.string().optional(),
  level: z.enum(importProblemLevels),
});
export type ImportProblem = z.output<typeof importProblem>;

/** Rows of one kind of record, by what happens to them. */
const importCounts = z.object({
  /** A table of `recordNames`, or `waiting_class` and `waiting_member`. */
  table: z.string(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  archived: z.number(),
  skipped: z.number(),
});
export type ImportCounts = z.output<typeof importCounts>;

/** The answer to the question about a room that does not exist: it is made. */
export const importAnswerMakeRoom = 'new';

/** A question that an import cannot answer by itself; the answer is an option of the same name. */
const importQuestion = z.object({
  /** Such as `course`, `batch`, `link:teachers`. */
  name: z.string(),
  label: z.string(),
  help: z.string(),
  /** What was found or chosen; null: has to be answered before anything is written. */
  answer: z.string().nullable(),
  /** Why the answer that was given is none, which `problems` has too; absent: it is one, or there is none. */
  error: z.string().optional(),
  /** The answer is the one with which the last file of the same source was imported (R-IMPORT-12). */
  remembered: z.boolean().optional(),
  /** Empty: any text. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type ImportQuestion = z.output<typeof importQuestion>;

/** What an import did, or would do. */
const importRunReport = z.object({
  counts: z.array(importCounts),
  questions: z.array(importQuestion),
  /** The first ones, errors before the others. */
  problems: z.array(importProblem).max(limits.uploadFaults),
  /** How many there are in all, by level. */
  totals: z.object({ error: z.number(), skipped: z.number(), note: z.number() }),
  /** Of a check of OneRoster files: the first students that would change, with old and new values. */
  changes: uploadPreview.optional(),
  /** The recorded operation, by which all of it is undone; null when nothing was written. */
  operation: z.number().nullable(),
  written: z.boolean(),
  /** True of a file that is none of its kind: nothing in it could be read. */
  unusable: z.boolean().optional(),
  /** Identifies what changes: a file is written only while it would change the same as in its check (R-IMPORT-1). */
  fingerprint: z.string().optional(),
  /** Somebody changed records after the check, so that nothing was written: this is the check of now. */
  changed_since: z.boolean().optional(),
});
export type ImportRunReport = z.output<typeof importRunReport>;

/**
 * What a run does: it waits for its turn, is checked, was checked, is written, was written; or it
 * could not be read (R-IMPORT-1).
 */
const importRunStates = ['waiting', 'checking', 'checked', 'writing', 'written', 'failed'] as const;
export type ImportRunState = (typeof importRunStates)[number];

/** A file of another system that is being imported; in lists without its report. */
const importRunSummary = z.object({
  id: z.number(),
  kind: z.enum(importKinds),
  file_name: z.string(),
  bytes: z.number(),
  /** ISO instant. */
  started_at: z.string(),
  started_by: z.object({ name: z.string() }).nullable(),
  state: z.enum(importRunStates),
  /** Whether what was written was undone since, as a whole or partly; null: it was not. */
  undone: z.enum(['undone', 'partly']).nullable(),
  /** Whether the file is none of its kind (R-IMPORT-1). */
  unusable: z.boolean(),
  /** It was written, and all was as the file has it: there is nothing to undo. */
  is_unchanged: z.boolean(),
});
export type ImportRunSummary = z.output<typeof importRunSummary>;
export const importRuns = z.array(importRunSummary);

export const importRun = importRunSummary.extend({
  /** SHA-256 of the file in hexadecimal digits: what is written is what was checked. */
  sha256: z.string(),
  /** What is done now, such as `Reading the file`; null before the work begins. */
  phase: z.string().nullable(),
  done: z.number(),
  /** Null while it is not known. */
  total: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** The answers with which it was checked. */
  answers: z.record(z.string(), z.string()),
  /** Of the latest check, or of what was written; null before it and while a job works on it. */
  report: importRunReport.nullable(),
});
export type ImportRun = z.output<typeof importRun>;

export const importRunParams = z.object({ id: idParam });
export const newImportRun = z.strictObject({ kind: z.enum(importKinds) });

/** A name or an answer, which PostgreSQL can store. */
const answerText = z
  .string('must be text')
  .max(300, 'must have at most 300 characters')
  .refine(
    (text) => !control.test(text) && text.isWellFormed(),
    'must not contain control characters',
  );

/** Answers to the questions of the report, by name; empty: not answered. */
export const importAnswers = z.strictObject({
  answers: z
    .record(answerText, answerText)
    .refine(
      (answers) => Object.keys(answers).length <= limits.importAnswers,
      `must have at most ${limits.importAnswers} answers`,
    ),
});

/** The endings of the files of each kind and their maximum size in bytes, in the order in which they are offered. */
export const importFiles: Record<ImportKind, { endings: readonly string[]; maxBytes: number }> = {
  oneroster: { endings: ['.zip'], maxBytes: limits.importZipBytes },
  calendar: {
    endings: ['.ics', '.xml', '.txt', '.zip'],
    maxBytes: limits.importCalendarBytes,
  },
  students: {
    endings: ['.csv', '.xlsx', '.xlsm', '.tsv', '.tab', '.txt', '.text'],
    maxBytes: limits.importTableBytes,
  },
  photos: { endings: ['.zip'], maxBytes: limits.importZipBytes },
};

/** Whether the name of a file has one of the endings, in whatever case. */
export const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.some((ending) => name.toLowerCase().endsWith(ending));
