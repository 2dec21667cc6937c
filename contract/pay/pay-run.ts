import { z } from 'zod';
import { isLongerThan } from '../dates.ts';
import { date } from '../fields.ts';
import { resource } from '../resource.ts';

/** A file for the payroll system with the lines of closed days, with the values as exported (R-PAY-10). */
export const payRun = z.object({
  /** The number of the run. */
  id: z.number(),
  from_date: z.string(),
  to_date: z.string(),
  /** Check-ins that no earlier run contains. */
  lines: z.number(),
  /** Differences from what earlier runs have exported. */
  corrections: z.number(),
  minutes: z.number(),
  /** A decimal with two places; negative when more was deducted than added. */
  amount: z.string(),
  /** SHA-256 of the CSV file, in hexadecimal. */
  checksum: z.string(),
  /** Name of the CSV file. */
  file_name: z.string(),
  made_by: z.string(),
  made_at: z.string(),
});
export type PayRun = z.output<typeof payRun>;

export const payRuns = resource({
  permission: 'Payrolls',
  singular: 'pay run',
  fields: {},
  row: payRun,
  filters: {},
  sortKeys: ['id'],
  defaultSort: '-id',
});

const maxDays = 366;
export const payRunCreate = z
  .strictObject({
    from_date: date,
    to_date: date,
    /** Returns a preview and creates nothing. */
    preview: z.boolean('must be true or false').optional(),
  })
  .refine(({ from_date, to_date }) => from_date <= to_date, {
    path: ['to_date'],
    message: 'must be later than or equal to from_date',
  })
  .refine(({ from_date, to_date }) => !isLongerThan(maxDays, from_date, to_date), {
    path: ['to_date'],
    message: `must be at most ${maxDays} days after from_date`,
  });

export const payRunPreview = payRun
  .pick({ lines: true, corrections: true, minutes: true, amount: true })
  .extend({
    /** Number of check-ins of these days that are not completed: the run excludes them. */
    pending: z.number(),
    /** Number of check-ins that the corrections are about: another pay code or teacher takes two lines. */
    corrected: z.number(),
    /** The first 20 corrections. */
    first_corrections: z.array(
      z.object({
        /** The id of the check-in. */
        id: z.number(),
        date: z.string(),
        subject_code: z.string(),
        teacher: z.string(),
        paycode: z.string().nullable(),
        /** The difference: a decimal with two places. */
        amount: z.string(),
      }),
    ),
  });
export type PayRunPreview = z.output<typeof payRunPreview>;

/** A check-in of a run whose pay has changed since. */
export const payRunChange = z.object({
  /** The id of the check-in. */
  id: z.number(),
  date: z.string(),
  subject_code: z.string(),
  teacher: z.string(),
  paycode: z.string().nullable(),
  /** As exported by this run and those before it. */
  exported_minutes: z.number(),
  exported_amount: z.string(),
  /** The current value; 0 when it is pending or withdrawn. */
  minutes: z.number(),
  amount: z.string(),
  /** The latest run that contains a correction of it; null while none does. */
  corrected_in: z.number().nullable(),
});
export type PayRunChange = z.output<typeof payRunChange>;

export const payRunFileQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv'),
});

/** `pay-run-7_2026-11-01_2026-11-15.csv` */
export const payRunFileName = (
  { id, from_date, to_date }: Pick<PayRun, 'id' | 'from_date' | 'to_date'>,
  format: 'csv' | 'xlsx',
): string => `pay-run-${id}_${from_date}_${to_date}.${format}`;
