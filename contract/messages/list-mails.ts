import { z } from 'zod';
import { oneOf } from '../fields.ts';
import { mailedLists, mailIntervals } from './list-mail-terms.ts';

/** How often the caller receives a list by mail (R-MAIL-1). */
export const listMails = z.object({
  /** The address that the mails go to: the caller's. */
  recipient: z.string(),
  results: z.array(
    z.object({
      list: z.enum(mailedLists),
      /** Mondays, or the first of each month; null: not at all. */
      every: z.enum(mailIntervals).nullable(),
    }),
  ),
});
export type ListMails = z.output<typeof listMails>;

export const orderedListMail = z.strictObject({
  list: oneOf(mailedLists),
  /** Null ends the mails. */
  every: oneOf(mailIntervals).nullable(),
});
