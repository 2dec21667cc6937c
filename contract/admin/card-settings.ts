import { z } from 'zod';
import {
  cardByteOrders,
  cardChecksums,
  cardFormats,
  cardParts,
  type CardByteOrder,
  type CardChecksum,
  type CardFormat,
  type CardPart,
} from '../card-number.ts';
import { oneOf } from '../fields.ts';
import { keysOf } from '../keys-of.ts';
import { settings } from '../settings.ts';

/** Settings of card numbers to be tried (R-CARD-2). */
export const cardNumbersQuery = z.strictObject({
  card_format: oneOf(keysOf<CardFormat>(cardFormats)),
  card_byte_order: oneOf(keysOf<CardByteOrder>(cardByteOrders)),
  card_prefix: settings.card_prefix.schema.default(''),
  card_suffix: settings.card_suffix.schema.default(''),
  card_part: oneOf(keysOf<CardPart>(cardParts)).default('whole'),
  card_checksum: oneOf(keysOf<CardChecksum>(cardChecksums)).default('none'),
});

/** What they would do to the numbers of all students and teachers, which stay as they are. */
export const cardNumbersPreview = z.object({
  /** Numbers of cards. */
  total: z.number(),
  /** Those that would be stored in another form. */
  changed: z.number(),
  /** Those that would be the number of somebody else's card too. */
  shared: z.number(),
});
export type CardNumbersPreview = z.output<typeof cardNumbersPreview>;
