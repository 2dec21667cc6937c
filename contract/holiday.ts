import { z } from 'zod';
import { cleanText, date, idList } from './fields.ts';
import { messages } from './messages.ts';
import { isAfter, section, type RuleFaults } from './section.ts';

export const holidayRow = z.object({ id: z.number(), name: z.string(), date_from: z.string(), date_to: z.string() });
export type Holiday = z.output<typeof holidayRow>;

export function holidayRule({ date_from, date_to }: Record<string, unknown>): RuleFaults {
  return isAfter(date_from, date_to) ? { date_to: messages.afterHolidayStart } : {};
}

export const holidays = section({
  path: 'holiday',
  resource: 'Holidays',
  one: 'holiday',
  fields: { name: cleanText(200), date_from: date, date_to: date },
  row: holidayRow,
  filters: {
    id: idList.optional(),
    /** Keeps the holidays that have not ended before it. */
    start_date: date.optional(),
    /** Keeps the holidays that have begun by then. */
    end_date: date.optional(),
  },
  orders: ['date_from', 'name', 'date_to'],
  rule: holidayRule,
});
