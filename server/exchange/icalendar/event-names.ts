import type { ImportProblem } from '#contract/exchange/import-run.ts';
import { textOf, type Component } from './content-lines.ts';
import { plainText } from './plain.ts';

interface NamedLine {
  line: number;
  summary: string;
}

/** Where each event of a calendar begins, and its name; in the order of the file. */
export const eventNamesOf = (calendar: Component): NamedLine[] =>
  calendar.components.flatMap(({ name, line, properties }) => {
    if (name !== 'VEVENT') return [];
    const summary = properties.find((one) => one.name === 'SUMMARY')?.value ?? '';
    return [{ line, summary: plainText(textOf(summary), maxSummary).trim() }];
  });

const maxSummary = 100;

/** What is left out names its event (R-IMPORT-3), where its reason does not yet. */
export function nameLeftOut(problems: ImportProblem[], names: NamedLine[]): ImportProblem[] {
  return problems.map((one) => {
    if (one.level !== 'skipped' || one.line === null) return one;
    const summary = summaryAt(names, one.line);
    const isNamed = summary === '' || one.reason.startsWith(summary);
    return isNamed ? one : { ...one, reason: plainText(`${summary}: ${one.reason}`) };
  });
}

/** The name of the last event that begins at a line or before it. */
function summaryAt(names: NamedLine[], line: number): string {
  let [from, to] = [0, names.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((names[middle]?.line ?? 0) <= line) from = middle + 1;
    else to = middle;
  }
  return names[from - 1]?.summary ?? '';
}
