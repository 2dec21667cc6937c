import { withoutLines, type SheetText } from '#contract/workbook.ts';

/** Questions to the worker: the names of the sheets, or one of them as CSV. */
export interface WorkbookQuestion {
  file: File;
  sheet?: string;
  maxRows: number;
}

export type WorkbookAnswer = { sheets: string[] } | SheetText | { problem: string };

/** More rows than the upload takes, so that it names its limit. */
const maxRows = 50_000;

/** The sheets of a workbook (.xlsx), or why it cannot be read. */
export const sheetsOf = (file: File): Promise<WorkbookAnswer> => ask({ file, maxRows });

/**
 * A sheet as the CSV file that is uploaded in its place, or why it cannot be read.
 * @param askHidden whether so many rows that the sheet hides are read; null: no file is read.
 */
export async function sheetAsCsv(
  file: File,
  sheet: string,
  askHidden: (rows: number) => Promise<'yes' | 'no' | null>,
): Promise<File | { problem: string } | null> {
  const answer = await ask({ file, sheet, maxRows });
  if ('problem' in answer) return answer;
  const { csv, hidden } = 'csv' in answer ? answer : { csv: '', hidden: [] };
  const readsHidden = hidden.length === 0 ? 'yes' : await askHidden(hidden.length);
  if (readsHidden === null) return null;
  const text = readsHidden === 'yes' ? csv : withoutLines(csv, hidden);
  return new File([text], `${file.name.replace(/\.xls[xm]$/i, '')}.csv`, { type: 'text/csv' });
}

function ask(question: WorkbookQuestion): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<WorkbookAnswer>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => resolve(data));
    worker.addEventListener('error', () =>
      resolve({ problem: 'The workbook cannot be read here: save the sheet as CSV.' }),
    );
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
