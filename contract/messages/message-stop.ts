import { z } from 'zod';
import { id, idOrUuid } from '../fields.ts';

/** A recipient to whom no messages go (R-MSG-8). */
export const messageStop = z.object({
  at: z.string(),
  /** The user who stopped them; null for the recipient, by the link of a message. */
  by: z.string().nullable(),
});
export type MessageStop = z.output<typeof messageStop>;

export const messageStopParams = z.object({ student: idOrUuid });
export const messageStopBody = z.strictObject({
  /** Null for the student's own address. */
  guardian_id: id.nullable(),
  /** False sends messages again. */
  stopped: z.boolean('must be true or false'),
});
