import { z } from 'zod';
import { cleanText, several } from '../fields.ts';

/** Maximum features of a room, and of a query. */
const maxFeatures = 20;
/** Maximum features of the institute's list. */
export const maxListed = 200;

/** Features of a room, such as a projector; unique without regard to case. */
export const featuresOfRoom = z
  .array(
    cleanText(40, { as: 'name' }).refine((text) => !/[,;]/.test(text), 'must not contain , or ;'),
    'must be a list',
  )
  .max(maxFeatures, `must not be more than ${maxFeatures}`)
  .transform((given) => [...new Map(given.map((text) => [text.toLowerCase(), text])).values()]);

/** Required features: names separated by commas. */
export const wantedFeatures = several.refine(
  (parts) => parts.length <= maxFeatures && parts.every((part) => part.length <= 40),
  `must be at most ${maxFeatures} features, separated by commas`,
);

/** Excludes rooms with fewer seats. */
export const minimumSeats = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .max(99_999, 'must be at most 99999');

/** All features of rooms in use, by name; at most 200. */
export const roomFeatures = z.object({ results: z.array(z.string()) });
