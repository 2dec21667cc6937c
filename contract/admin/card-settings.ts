import { z } from 'zod';
import { settings } from '../settings.ts';

/** Settings of card numbers to be tried (R-CARD-2). */
export const cardNumbersQuery = z.strictObject({
  card_format: settings.card_format.schema,
  card_byte_order: settings.card_byte_order.schema,
  card_prefix: settings.card_prefix.schema.default(''),
  card_suffix: settings.card_suffix.schema.default(''),
  card_part: settings.card_part.schema.default('whole'),
  card_checksum: settings.card_checksum.schema.default('none'),
});

/** The effect of settings on the numbers of all students and teachers, which stay until they are rewritten. */
export const cardNumbersPreview = z.object({
  /** Numbers of cards. */
  total: z.number(),
  /** Those that would be stored in another form. */
  changed: z.number(),
  /** Those that would be the number of somebody else's card too. */
  shared: z.number(),
  /** Stored numbers, of former cards too, that can be rewritten: no other person has their other form. */
  rewritable: z.number(),
});
export type CardNumbersPreview = z.output<typeof cardNumbersPreview>;

/** The result of rewriting the stored numbers. */
export const rewrittenCards = z.object({
  /** The recorded operation, which can be undone; null when nothing was written. */
  operation: z.number().nullable(),
  /** Numbers of students, teachers and former cards that have the form of the settings now. */
  rewritten: z.number(),
  /** Numbers of people that stay as they are, since somebody else has their other form. */
  unchanged: z.number(),
});
export type RewrittenCards = z.output<typeof rewrittenCards>;
