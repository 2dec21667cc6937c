// Apart from `weeks.ts`: the first page of the browser reads weeks, and has no schemas.
import { z } from 'zod';
import { parseWeeks, weekWords, weeksText } from './weeks.ts';

/** This field says which name of weeks the first week of a class's semester has. */
export const firstWeek = z.enum(weekWords);

/** Weeks of a semester in which a class is held, `1-6,8`; null or an empty text: every week. */
export const weeks = z
  .string()
  .trim()
  .max(400, 'is too long')
  .transform((text, context) => {
    if (text === '') return null;
    const parsed = parseWeeks(text);
    if (typeof parsed !== 'string') return weeksText(parsed);
    context.addIssue({ code: 'custom', message: parsed });
    return z.NEVER;
  })
  .nullish();
