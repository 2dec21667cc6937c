import type { FileColumn } from '#contract/file-column.ts';
import { fieldTitle } from '../field-title.ts';

/** Finds the names of columns on screen, also of several that a reason names at once. */
export const columnTitles =
  (own: readonly FileColumn[]) =>
  (column: string): string =>
    column
      .split(', ')
      .map((one) => own.find(({ name }) => name === one)?.label ?? fieldTitle(one))
      .join(', ');
