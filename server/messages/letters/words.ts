import type { SettingValues } from '#contract/settings.ts';

/** Dates in the institute's locale, as letters write them. */
export function datesIn({ locale }: Pick<SettingValues, 'locale'>) {
  const of = (form: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' });
    return (date: string) => format.format(new Date(`${date}T00:00:00Z`));
  };
  return {
    /** `2026-03-02` → `2 March 2026`. */
    long: of({ day: 'numeric', month: 'long', year: 'numeric' }),
    /** `2026-03-02` → `2 Mar`. */
    short: of({ day: 'numeric', month: 'short' }),
  };
}

/** What stands for a value that there is not. */
export const none = '–';
/** The number of a letter that is not made yet. */
export const unmadeNumber = '0000-0000-0000';
