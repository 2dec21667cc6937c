import { z } from 'zod';
import { cleanText, listOf, listQuery, sortParam } from '../fields.ts';
import { reportQuery } from './reports.ts';
import { unsavedParams } from './report-terms.ts';

/** Maximum saved reports of a user. */
export const maxSavedReports = 100;

/** A report under a name (R-REPORT-4). */
export const savedReport = z.object({
  id: z.number(),
  name: z.string(),
  /** The parameters of the report, as in its address: `by=subject&period=this_semester`. */
  address: z.string(),
  /** Everybody who may read reports sees it, with their own rights. */
  is_shared: z.boolean(),
  /** Whether the caller saved it, and may change it. */
  is_own: z.boolean(),
  /** Who saved it. */
  by: z.string(),
});
export type SavedReport = z.output<typeof savedReport>;

export const savedReports = listOf(savedReport);
export const savedReportsQuery = z.strictObject({
  ...listQuery,
  ordering: sortParam(['name', 'by'], 'name'),
});

const name = cleanText(100, { as: 'line' });
const address = z
  .string('must be the address of a report')
  .max(2000, 'must have at most 2000 characters')
  .transform((text) => new URLSearchParams(text))
  .transform((params) => {
    for (const param of unsavedParams) params.delete(param);
    // Of several with one name the last is validated: it alone is stored.
    return new URLSearchParams([...new Map(params)]);
  })
  .check((context) => {
    const given = reportQuery.safeParse(Object.fromEntries(context.value));
    for (const { path, message } of given.error?.issues ?? [])
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: `must be the address of a report: ${path.join('.') || 'it'} ${message}`,
      });
  })
  .transform((params) => params.toString());
const is_shared = z.boolean('must be true or false');

export const newSavedReport = z.strictObject({
  name,
  address,
  is_shared: is_shared.default(false),
});
export const changedSavedReport = z.strictObject({
  name: name.optional(),
  address: address.optional(),
  is_shared: is_shared.optional(),
});
