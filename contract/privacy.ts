import { z } from 'zod';
import { cleanText } from './fields.ts';

/** Requires the student's own ID, so that the right one is erased; it cannot be undone. */
export const eraseBody = z.strictObject({
  /** As it is written on the card. */
  student_id: cleanText(10),
  /**
   * Takes the student's names and numbers out of notes that name them; false only names the notes.
   */
  redact_notes: z.boolean('must be true or false').default(true),
});

/** What an erasure took away, and what people must still look at themselves. */
export const eraseResult = z.object({
  /** What the row is called from now on. */
  student_id: z.string(),
  /** Marks that still count, without a name. */
  marks_kept: z.number(),
  leaves_removed: z.number(),
  files_removed: z.number(),
  /**
   * Exports by mail, which held everybody's data: those that were not sent are made again without
   * the student.
   */
  mails_emptied: z.number(),
  /** Notes that named the student, with `[erased]` in place of names and numbers. */
  notes_redacted: z.number(),
  /**
   * Notes for people to read, at most 100: those that (also) hold a single name of the student, or
   * all when none was redacted.
   */
  notes_naming: z.array(z.object({ id: z.number(), date: z.string(), class_schedule: z.number() })),
});
export type EraseResult = z.output<typeof eraseResult>;
