import { z } from 'zod';
import { date, dateList, id, idList, listQuery } from './fields.ts';

/** A teacher's check-in to a class on a date: one per class and date (spec §3). */
export const payrollLog = z.object({
  id: z.number(),
  date: z.string(),
  schedule: z.object({
    id: z.number(),
    subject_name: z.string(),
    day_of_week: z.string(),
    class_type: z.string(),
    teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  }),
  teacher: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }),
  /** Minutes. */
  duration_of_schedule: z.number(),
  status: z.enum(['pending', 'completed']),
  checked_in_at: z.string(),
});
export type PayrollLog = z.output<typeof payrollLog>;

export const payrollLogCreate = z.strictObject({ class_schedule: id, date });
export const payrollLogQuery = z.strictObject({
  ...listQuery,
  class_schedule: idList.optional(),
  date: dateList.optional(),
  teacher: idList.optional(),
});

/** Cents for minutes at a rate of cents an hour, rounded half up once. */
export const amountCents = (ratePerHour: number, minutes: number): number => Math.floor((ratePerHour * minutes + 30) / 60);
