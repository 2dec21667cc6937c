import type { ImportProblem, ImportProblemLevel } from '#contract/exchange/import-run.ts';
import { limits } from '#contract/limits.ts';

/** The longest text and the longest cell of a file that a report repeats. */
const longest = 300;
const longestValue = 80;

// oxlint-disable-next-line no-control-regex -- taking them off is the purpose.
const controls = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;

/**
 * A text of a file for a report, which is stored and shown, also in a terminal: without control
 * characters, and cut.
 */
export const shown = (text: string, max = longest): string => {
  const clean = text
    .slice(0, max + 1)
    .replaceAll(controls, '')
    .toWellFormed();
  return text.length > max ? `${clean.slice(0, max - 1)}…` : clean;
};

/** Problems of an import: all are counted, the first ones of each level are named. */
export class Problems {
  readonly #named: Record<ImportProblemLevel, ImportProblem[]> = {
    error: [],
    skipped: [],
    note: [],
  };
  readonly totals: Record<ImportProblemLevel, number> = { error: 0, skipped: 0, note: 0 };

  add({ file, line, column, reason, value, level }: ImportProblem): void {
    this.totals[level]++;
    const named = this.#named[level];
    if (named.length < limits.importProblems)
      named.push({
        file: shown(file),
        // What is in no file is in no line.
        line: file === '-' ? null : line,
        column: shown(column),
        reason: shown(reason),
        ...(value !== undefined && { value: shown(value, longestValue) }),
        level,
      });
  }

  /** Further ones, which are counted only. */
  more(level: ImportProblemLevel, count: number): void {
    this.totals[level] += count;
  }

  /** Of a whole file, or of no file. */
  note(file: string, reason: string, column = '-', line = 1): void {
    this.add({ file, line, column, reason, level: 'note' });
  }

  error(file: string, line: number, column: string, reason: string): void {
    this.add({ file, line, column, reason, level: 'error' });
  }

  skip(file: string, line: number, column: string, reason: string): void {
    this.add({ file, line, column, reason, level: 'skipped' });
  }

  /** The ones that a page shows. */
  get first(): ImportProblem[] {
    return this.all.slice(0, limits.uploadFaults);
  }

  /** Errors before the others, each in the order in which they were found. */
  get all(): ImportProblem[] {
    const { error, skipped, note } = this.#named;
    // A few notes are always shown: they say what was chosen.
    return [...error, ...skipped, ...note].slice(0, limits.importProblems);
  }
}
