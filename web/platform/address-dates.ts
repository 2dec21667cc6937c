import { isDate } from '#contract/dates.ts';

/** The parameters of addresses of pages that are dates, `YYYY-MM-DD`. */
const dateParams = [
  'date',
  'from',
  'to',
  'on',
  'from_date',
  'to_date',
  'start_date',
  'end_date',
] as const;
/** Those that are instants, ISO 8601. */
const instantParams = ['at'] as const;

export interface WrongDate {
  name: string;
  text: string;
}

const isInstant = (text: string): boolean => !Number.isNaN(Date.parse(text));

/**
 * The dates of an address that do not exist: a mistyped link must not show today's roll as if it were
 * the one that was meant (R-ROLL-23). An empty parameter is none.
 */
export function wrongDates(search: object): WrongDate[] {
  const given = new Map<string, unknown>(Object.entries(search));
  const wrong = (names: readonly string[], fits: (text: string) => boolean) =>
    names.flatMap((name) => {
      const text = given.get(name);
      return typeof text === 'string' && text !== '' && !fits(text) ? [{ name, text }] : [];
    });
  return [...wrong(dateParams, isDate), ...wrong(instantParams, isInstant)];
}
