import { z } from 'zod';
import { cleanText } from './fields.ts';

/** Asked for with the student's own ID, so that nobody erases the wrong one; it cannot be taken back. */
export const eraseBody = z.strictObject({
  /** As it is written on the card. */
  student_id: cleanText(10),
});

/** What an erasure took away, and what people must still look at themselves. */
export const eraseResult = z.object({
  /** What the row is called from now on. */
  student_id: z.string(),
  /** Marks that still count, without a name. */
  marks_kept: z.number(),
  leaves_removed: z.number(),
  files_removed: z.number(),
  /** Exports in the local inbox, which held everybody's data. */
  mails_emptied: z.number(),
  /** Notes of classes whose text names the student: they are free text, and stay as they are. */
  notes_naming: z.array(z.object({ id: z.number(), date: z.string(), class_schedule: z.number() })),
});
export type EraseResult = z.output<typeof eraseResult>;
