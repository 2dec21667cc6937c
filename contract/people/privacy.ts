import { z } from 'zod';
import { cleanText } from '../fields.ts';

/** Requires the student's own ID, which prevents mistakes; an erasure cannot be undone. */
export const eraseBody = z.strictObject({
  /** The student ID as on the card. */
  student_id: cleanText(10),
  /**
   * Redacts the student's names and numbers in notes; false only lists the notes.
   */
  redact_notes: z.boolean('must be true or false').default(true),
});

/** The result of an erasure, and what people have to review. */
export const eraseResult = z.object({
  /** The placeholder ID of the row. */
  student_id: z.string(),
  /** Number of marks that still count, without a name. */
  marks_kept: z.number(),
  leaves_removed: z.number(),
  files_removed: z.number(),
  /**
   * Exports by mail, which contained the student's data: unsent ones are created again without
   * the student.
   */
  mails_emptied: z.number(),
  /** Number of notes in which names and numbers were replaced by `[erased]`. */
  notes_redacted: z.number(),
  /** How often rows were changed or deleted, by table; tables without a change are left out. */
  changed: z.record(z.string(), z.number()),
  /** Texts of other rows that may name the student, for those who may edit the rows to decide. */
  proposals: z.number(),
  /**
   * Notes for people to review, at most 100: those that contain a single name of the student, or all
   * of them when none was redacted.
   */
  notes_naming: z.array(z.object({ id: z.number(), date: z.string(), class_schedule: z.number() })),
});
export type EraseResult = z.output<typeof eraseResult>;
