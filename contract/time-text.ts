/**
 * The time of day of a file as `HH:mm`: `9:05`, `09:05:00`, `9.05`, `9h05`, `9:05 AM`, `9 p.m.`, `9 Uhr`; null where
 * the text is none.
 */
export function timeOfText(text: string | undefined): string | null {
  const found = /^(\d{1,2})(?:[:.h](\d\d)(?:[:.]00)?)?\s*(h|uhr|hrs?|([ap])\.?\s?m\.?)?$/i.exec(
    text?.trim() ?? '',
  );
  if (!found) return null;
  const [, hours = '', minutes, unit, half] = found;
  if (minutes === undefined && unit === undefined) return null;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half.toLowerCase());
  if (hour === null || hour > 23 || Number(minutes ?? 0) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes || '00'}`;
}

/** The hour of the day for one of a clock of twelve hours. */
function hourOf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}

/** The form of a time of day: `HH:mm`. */
export const timeForm = /^([01]\d|2[0-3]):[0-5]\d$/;
export const isTime = (text: string): boolean => timeForm.test(text);

/** A time as somebody types it, also as `9`, `930` or `0930`; null where the text is none. */
export function timeTyped(text: string): string | null {
  const digits = /^(\d{1,2}?)(\d\d)?$/.exec(text.trim());
  const [, hours, minutes = '00'] = digits ?? [];
  return timeOfText(hours === undefined ? text : `${hours}:${minutes}`);
}
