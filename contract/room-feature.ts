import { z } from 'zod';
import { cleanText, several } from './fields.ts';

/** The most features of one room, and the most that one question asks for. */
const maxFeatures = 20;
/** The most that the institute's list holds. */
export const maxListed = 200;

/** What a room has, such as a projector; each once, without regard to case. */
export const featuresOfRoom = z
  .array(
    cleanText(40, { as: 'name' }).refine((text) => !/[,;]/.test(text), 'must not contain , or ;'),
    'must be a list',
  )
  .max(maxFeatures, `must not be more than ${maxFeatures}`)
  .transform((given) => [...new Map(given.map((text) => [text.toLowerCase(), text])).values()]);

/** What a room must have: names of features, separated by commas. */
export const wantedFeatures = several.refine(
  (parts) => parts.length <= maxFeatures && parts.every((part) => part.length <= 40),
  `must be at most ${maxFeatures} features, separated by commas`,
);

/** All that rooms in use have, by name; 200 at the most. */
export const roomFeatures = z.object({ results: z.array(z.string()) });
