import { timeOfText } from '#contract/time-text.ts';
import type { Row } from './asc-rows.ts';
import type { Period, ProgramProblem } from './program.ts';

/** In the order of the day, which their numbers say; of a file without them those of its cards, without times. */
export function periodsOf(all: Row[], cards: Row[], problems: ProgramProblem[]): Period[] {
  if (all.length === 0) {
    const numbers = new Set(cards.map(({ of }) => of['period'] ?? ''));
    return [...numbers]
      .filter((number) => /^\d+$/.test(number))
      .toSorted((a, b) => Number(a) - Number(b))
      .map((number) => ({ key: number, name: number, start: null, end: null }));
  }
  const rows = [...Map.groupBy(all, ({ of }) => of['period'] ?? '')].flatMap(
    ([period, [first, ...others]]) => {
      for (const { line } of others)
        problems.push({
          line,
          level: 'skipped',
          column: 'period',
          reason: `is another period ${period || '-'}: the first one counts`,
        });
      return first ? [first] : [];
    },
  );
  const isNumbered = rows.every(({ of }) => /^\d+$/.test(of['period'] ?? ''));
  const sorted = isNumbered
    ? rows.toSorted((a, b) => Number(a.of['period']) - Number(b.of['period']))
    : rows;
  return sorted.map(({ of }) => ({
    key: of['period'] ?? '',
    name: of['name'] || of['short'] || of['period'] || '',
    start: timeOfText(of['starttime']),
    end: endOf(of['endtime']),
  }));
}

/** The end of a period; a day ends at 23:59 (R-IMPORT-4). */
export const endOf = (text: string | undefined): string | null =>
  /^(?:24|00?)[:.]00/.test(text?.trim() ?? '') ? '23:59' : timeOfText(text);
