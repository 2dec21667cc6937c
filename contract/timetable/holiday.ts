import { z } from 'zod';
import { confirmClashes } from '../clash.ts';
import { cleanText, date, idList } from '../fields.ts';
import { messages } from '../texts.ts';
import { isAfter, resource, type FieldErrors } from '../resource.ts';

const holidayRow = z.object({
  id: z.number(),
  name: z.string(),
  date_from: z.string(),
  date_to: z.string(),
});
export type Holiday = z.output<typeof holidayRow>;

export function holidayRule({ date_from, date_to }: Record<string, unknown>): FieldErrors {
  return isAfter(date_from, date_to) ? { date_to: messages.afterHolidayStart } : {};
}

export const holidays = resource({
  permission: 'Holidays',
  singular: 'holiday',
  fields: { name: cleanText(200, { as: 'name' }), date_from: date, date_to: date },
  row: holidayRow,
  filters: {
    id: idList.optional(),
    /** Holidays that end on this date or later. */
    start_date: date.optional(),
    /** Holidays that begin on this date or earlier. */
    end_date: date.optional(),
  },
  sortKeys: ['date_from', 'name', 'date_to'],
  rule: holidayRule,
});

/** On dates that are no longer holidays, classes may clash (R-CLASH-7). */
export const holidayChange = holidays.patch.extend(confirmClashes);

export const holidayEffectQuery = z.strictObject({ from: date, to: date });

const classThen = z.object({
  id: z.number(),
  date: z.string(),
  /** `HH:mm`. */
  start_time: z.string(),
  subject_code: z.string(),
  room_number: z.string(),
  teacher: z.string(),
});

/** The effect of a holiday on classes; the lists contain the first ones. */
export const holidayEffect = z.object({
  /** Number of classes that do not take place. */
  cancelled: z.number(),
  classes: z.array(classThen),
  /** Number of rolls that were taken, which do not change. */
  taken: z.number(),
  rolls: z.array(classThen),
});
export type HolidayEffect = z.output<typeof holidayEffect>;
