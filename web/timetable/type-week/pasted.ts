import { parse, unparse } from 'papaparse';
import type { Weekday } from '#contract/weekdays.ts';
import { counted } from '#web/ui/format.ts';
import {
  hasNextPeriod,
  isAt,
  newClass,
  withNextPeriod,
  type Fixed,
  type Grid,
  type NewClass,
  type Place,
} from './grid-state.ts';
import { called, meant, parts, type Choices } from './names.ts';

/** The cells of a text that a spreadsheet copied; a quoted cell may have line breaks. */
export function cellsOf(text: string): string[][] {
  const { data } = parse<string[]>(text.replace(/(\r\n|\r|\n)$/, ''), { delimiter: '\t' });
  return data;
}

/** Whether a text is of cells, and not one name. */
export const isOfCells = (text: string): boolean => /[\t\n\r]/.test(text);

/** The texts of a cell, each of one subject, room or teacher. A name may have a slash itself. */
export function textsOf(cell: string, choices: Choices): string[] {
  const split = (text: string, at: RegExp) =>
    text
      .split(at)
      .map((one) => one.trim())
      .filter(Boolean);
  return split(cell, /[\r\n]+/).flatMap((line) =>
    called(choices, line).length > 0 ? [line] : split(line, /[/|;]/),
  );
}

/** The classes of a cell: what a class has already begins another one (R-MANY-4). */
function classesOfCell(
  cell: string,
  place: Place,
  { choices, fixed }: { choices: Choices; fixed: Fixed },
): NewClass[] {
  const classes: NewClass[] = [];
  const typed = new Set<string>();
  const current = () => {
    const last = classes.at(-1);
    if (last) return last;
    const first = newClass(place, fixed);
    classes.push(first);
    return first;
  };
  for (const text of textsOf(cell, choices)) {
    const [one, ...others] = called(choices, text);
    if (!one || others.length > 0) {
      current().questions.push({ text, part: null, choices: meant(choices, text) });
      continue;
    }
    if (typed.has(one.part)) {
      classes.push(newClass(place, fixed));
      typed.clear();
    }
    typed.add(one.part);
    current()[one.part] = one;
  }
  return classes;
}

interface Pasted {
  grid: Grid;
  /** The cells that were filled. */
  cells: number;
  /** Columns of the text after the last day. */
  columnsBeyond: number;
  /** Rows of the text after the end of the day. */
  rowsBeyond: number;
}

/**
 * Fills cells from a place on; cells without a text stay as they are. Rows are added where they
 * end, until the end of the day.
 */
export function withPasted(
  grid: Grid,
  text: string,
  from: Place,
  given: { choices: Choices; fixed: Fixed; days: readonly Weekday[] },
): Pasted {
  const rows = cellsOf(text);
  const firstRow = grid.periods.findIndex(({ key }) => key === from.period);
  const firstDay = given.days.indexOf(from.day);
  const isText = (cell: string | undefined) => (cell ?? '').trim() !== '';
  const lastRow = rows.findLastIndex((row) => row.some(isText));
  let next = grid;
  while (next.periods.length <= firstRow + lastRow && hasNextPeriod(next))
    next = withNextPeriod(next);
  const lastShown = next.periods.length - 1;
  let cells = 0;
  let columnsBeyond = 0;
  for (const [y, row] of rows.entries())
    for (const [x, cell] of row.entries()) {
      if (!isText(cell)) continue;
      const day = given.days[firstDay + x];
      const period = next.periods[firstRow + y]?.key;
      if (day === undefined)
        columnsBeyond = Math.max(columnsBeyond, firstDay + x + 1 - given.days.length);
      if (day === undefined || period === undefined) continue;
      const place = { period, day };
      cells += 1;
      next = {
        ...next,
        classes: [
          ...next.classes.filter((one) => !isAt(one, place)),
          ...classesOfCell(cell, place, given),
        ],
      };
    }
  const rowsBeyond = Math.max(0, firstRow + lastRow - lastShown);
  return { grid: next, cells, columnsBeyond, rowsBeyond };
}

/** "5 cells filled; 2 columns after the last day and 1 row after the end of the day left out". */
export function pastedText({ cells, columnsBeyond, rowsBeyond }: Omit<Pasted, 'grid'>): string {
  const left = [
    ...(columnsBeyond > 0 ? [`${counted(columnsBeyond, 'column')} after the last day`] : []),
    ...(rowsBeyond > 0 ? [`${counted(rowsBeyond, 'row')} after the end of the day`] : []),
  ];
  const filled = `${counted(cells, 'cell')} filled`;
  return left.length > 0 ? `${filled}; ${left.join(' and ')} left out` : filled;
}

/** A cell as the text that pasting reads: a line for each part. */
export const textOfCell = (classes: readonly NewClass[]): string =>
  classes.length === 0
    ? ''
    : unparse(
        [
          [
            classes
              .flatMap((one) => [
                ...parts.flatMap((part) => one[part]?.short ?? []),
                ...one.questions.map(({ text }) => text),
              ])
              .join('\n'),
          ],
        ],
        { delimiter: '\t' },
      );
