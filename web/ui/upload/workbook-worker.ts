import { csvOfSheet, openWorkbook, WorkbookError } from '#contract/workbook.ts';
import type { WorkbookAnswer, WorkbookQuestion } from './workbook.ts';

// Reading a sheet takes seconds, in which the page would not answer.
addEventListener('message', ({ data }: MessageEvent<WorkbookQuestion>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});

async function answerTo({ file, sheet, maxRows }: WorkbookQuestion): Promise<WorkbookAnswer> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return sheet === undefined
      ? { sheets: (await openWorkbook(bytes)).sheets }
      : await csvOfSheet(bytes, sheet, maxRows);
  } catch (error) {
    if (error instanceof WorkbookError) return { problem: error.message };
    return { problem: 'The workbook cannot be read here: save the sheet as CSV.' };
  }
}
