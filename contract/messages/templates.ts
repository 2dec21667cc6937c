import { z } from 'zod';
import { cleanText, idParam, whole } from '../fields.ts';
import { templateLimits } from './template-check.ts';
import { templateKindNames } from './template-kinds.ts';

const kind = z.enum(templateKindNames, `must be one of ${templateKindNames.join(', ')}`);

/** A template of the institute (R-PAPER-1). */
export const template = z.object({
  kind,
  title: z.string(),
  body: z.string(),
  /** The text is the one that every institute begins with. */
  is_default: z.boolean(),
  /** Goes up with each change; 0 before the first. */
  version: z.number(),
  /** Who changed it last, and when, ISO 8601; null before the first change. */
  changed: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type Template = z.output<typeof template>;
export const templates = z.object({ results: z.array(template) });

export const templateParams = z.object({ kind });

const version = whole(0, Number.MAX_SAFE_INTEGER);

/** A new text; 409 with `overtaken` when the template has another version by now. */
export const templateChange = z.strictObject({
  /** One line, with fields. */
  title: cleanText(templateLimits.title, { as: 'line' }),
  body: cleanText(templateLimits.body),
  version,
});
export const templateReset = z.strictObject({ version });

/** The values of the fields for a student, as a letter would have them. */
export const templateValues = z.object({
  /** Null where the student has none: a warning letter is about an entry of the red list. */
  values: z.record(z.string(), z.string()).nullable(),
});
export const templateValuesQuery = z.strictObject({ student: idParam });
