/** Languages in which files name the days of the week. */
const languages =
  'en de fr es pt it nl pl cs sk hu ro uk ru be bg sr hr sl mk sq el tr ar he fa ur hi bn ta te ml th vi id ms zh ja ko lt lv et fi sv da nb is ga cy eu ca gl ka hy az kk uz ky mn sw'.split(
    ' ',
  );
/** 5 January 2026 is a Monday. */
const days = Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, 0, 5 + index)));

const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[.’']/g, '').trim();

let names: Map<string, number> | undefined;

/** Names of days in all languages; those that mean another day in another language are left out. */
function namesOfDays(weekday: 'long' | 'short'): Map<string, number> {
  const found = new Map<string, Set<number>>();
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    for (const [index, day] of days.entries()) {
      const name = plain(format.format(day));
      // One letter means several days.
      if (name.length === 1) continue;
      found.set(name, (found.get(name) ?? new Set()).add(index + 1));
    }
  }
  return new Map(
    [...found].flatMap(([name, [first, ...others]]): [string, number][] =>
      first === undefined || others.length > 0 ? [] : [[name, first]],
    ),
  );
}

/** The ISO weekday that a name means, in any of the languages; null where it is none, such as `Day 1`. */
export function weekdayOfName(name: string): number | null {
  names ??= new Map([...namesOfDays('short'), ...namesOfDays('long')]);
  const text = plain(name);
  // Portuguese programs leave out `-feira`.
  return names.get(text) ?? names.get(`${text}-feira`) ?? null;
}
