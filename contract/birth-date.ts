import { messages } from './texts.ts';

/**
 * The reason why a date cannot be a birthday; null where it can. Dates of other calendars have years such as 1388.
 * @param today the date `YYYY-MM-DD` at the institute.
 */
export const birthDateFault = (date: string, today: string): string | null => {
  if (date > today) return messages.futureBirth;
  return date < '1900' ? messages.earlyBirth : null;
};
