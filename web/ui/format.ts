import { dateFormat, numberFormat } from '#contract/formats.ts';
import { timeOfDay } from '#contract/texts.ts';

/** Formats of dates and money; set from the server's configuration before the first render. */
interface Formats {
  /** A BCP 47 language tag: `en-AU`. */
  locale: string;
  /** An ISO 4217 code: `AUD`. */
  currency: string;
}

const forms = {
  date: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  shortDay: { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  dayAndMonth: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  fullDay: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  typed: { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

let formats: Formats = { locale: 'en-AU', currency: 'AUD' };
let collator: Intl.Collator | undefined;

export function setFormats({ locale, currency }: Formats): void {
  formats = { locale, currency };
  collator = undefined;
}

const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Orders names with numbers as people do: `R9` before `R10`. */
export function compareNumbered(a: string, b: string): number {
  collator ??= new Intl.Collator(formats.locale, { numeric: true });
  return collator.compare(a, b);
}

/** Invalid dates are shown unchanged: they must not break the page. */
const formatDate = (form: Intl.DateTimeFormatOptions, date: string): string => {
  const day = dayOf(date);
  return Number.isNaN(day.getTime()) ? date : dateFormat(formats.locale, form).format(day);
};
const moneyFormat = (): Intl.NumberFormat =>
  numberFormat(formats.locale, { style: 'currency', currency: formats.currency });
const typedFormat = (): Intl.DateTimeFormat => dateFormat(formats.locale, forms.typed);

/** `2026-03-02` → `2 Mar 2026`. */
export const longDate = (date: string): string => formatDate(forms.date, date);
/** `2026-03-02` → `Mon, 2 Mar`. */
export const shortDay = (date: string): string => formatDate(forms.shortDay, date);
/** `2026-03-02` → `2 Mar`. */
export const dayAndMonth = (date: string): string => formatDate(forms.dayAndMonth, date);
/** `2026-03-02` → `Monday 2 March 2026`. */
export const fullDay = (date: string): string => formatDate(forms.fullDay, date);

/** An instant in the institute's time zone: `2 Mar 2026, 09:05`. */
export function moment(instant: string, timeZone: string): string {
  return `${dateOf(instant, timeZone)}, ${timeOfDay(instant, timeZone)}`;
}

/** The date of an instant in the institute's time zone: `2 Mar 2026`. */
export const dateOf = (instant: string, timeZone: string): string =>
  dateFormat(formats.locale, { ...forms.date, timeZone }).format(new Date(instant));

/** `"1985.5"` → `$1,985.50`. */
export const moneyOf = (decimal: string): string => moneyFormat().format(Number(decimal));

/**
 * Minutes as hours with two places: `90` → `1.50`. For files and tables alike: without a thousands
 * separator.
 */
export const hoursOf = (minutes: number): string => (minutes / 60).toFixed(2);
/** Minutes as hours for reading: `120000` → `2,000.00`. */
export const manyHours = (minutes: number): string =>
  numberFormat(formats.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    minutes / 60,
  );

/** A count for reading: `12000` → `12,000`. */
export const countOf = (count: number): string => count.toLocaleString('en');

/** `Semester 2, 2026`. */
export const semesterName = ({ semester, year }: { semester: number; year: number }): string =>
  `Semester ${semester}, ${year}`;

/** A date in the format for typing: `2026-03-02` → `02/03/2026`. */
export const typedDate = (date: string): string => formatDate(forms.typed, date);
/** The format for typing: `dd/mm/yyyy`. */
export const typedForm = (): string =>
  typedFormat()
    .formatToParts(new Date(0))
    .map(({ type, value }) =>
      type === 'day' ? 'dd' : type === 'month' ? 'mm' : type === 'year' ? 'yyyy' : value,
    )
    .join('');

/**
 * Parses a typed date: the institute's order of day, month and year with any separator, or `2026-03-02`.
 * @returns `YYYY-MM-DD`; null when it is no date.
 */
export function readDate(text: string): string | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text);
  const numbers = iso
    ? iso.slice(1)
    : (/^\s*(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})\s*$/.exec(text)?.slice(1) ?? null);
  if (!numbers) return null;
  const order = iso
    ? ['year', 'month', 'day']
    : typedFormat()
        .formatToParts(new Date(0))
        .flatMap(({ type }) => (type === 'literal' ? [] : [type]));
  const of = (type: string) => Number(numbers[order.indexOf(type)]);
  const year = of('year') < 100 ? of('year') + 2000 : of('year');
  const [month, day] = [of('month'), of('day')];
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const exists = !Number.isNaN(dayOf(date).getTime()) && dayOf(date).toISOString().startsWith(date);
  return exists ? date : null;
}

/** "1 class", "1,200 classes". */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${countOf(count)} ${count === 1 ? one : several}`;
