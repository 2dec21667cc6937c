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
} from './card-number.ts';
import { keysOf } from './keys-of.ts';

/** The settings of card numbers as they are sent (R-CARD-1). */
export const cardTermsFields = {
  card_format: z.enum(keysOf<CardFormat>(cardFormats)),
  card_byte_order: z.enum(keysOf<CardByteOrder>(cardByteOrders)),
  card_prefix: z.string(),
  card_suffix: z.string(),
  card_part: z.enum(keysOf<CardPart>(cardParts)),
  card_checksum: z.enum(keysOf<CardChecksum>(cardChecksums)),
};
