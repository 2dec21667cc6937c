import type { Readable } from 'node:stream';
import type { ReportFigures, ReportRow } from '#contract/standing/reports.ts';
import {
  detailOf,
  detailTitles,
  figureNames,
  figureTitles,
  groupingTitles,
} from '#contract/standing/report-text.ts';
import type { ReportGrouping } from '#contract/standing/report-terms.ts';
import {
  tableFile,
  type FileFormat,
  type SheetColumn,
} from '#server/platform/spreadsheet/spreadsheet.ts';

/** A line of the file: a row, or the totals. */
type ReportLine = ReportFigures &
  Pick<ReportRow, 'name' | 'detail' | 'week' | 'before' | 'difference'>;

/** The columns of the screen; with a comparison also the counts before, and the change. */
function columnsOf(by: ReportGrouping, hasComparison: boolean): SheetColumn<ReportLine>[] {
  const detailTitle = detailTitles[by];
  const columns: SheetColumn<ReportLine>[] = [
    { title: groupingTitles[by], kind: 'text', width: 32, value: (row) => row.name },
  ];
  if (detailTitle) columns.push({ title: detailTitle, kind: 'text', width: 24, value: detailOf });
  for (const name of figureNames)
    columns.push({
      title: figureTitles[name],
      kind: 'whole',
      width: 12,
      value: (row) => row[name],
    });
  if (!hasComparison) return columns;
  for (const name of figureNames)
    columns.push({
      title: `${figureTitles[name]} before`,
      kind: 'whole',
      width: 12,
      value: ({ before }) => before && before[name],
    });
  columns.push({ title: 'Change', kind: 'whole', width: 10, value: (row) => row.difference });
  return columns;
}

/** A report as a file; the last line has the totals. */
export const fileOfReport = (
  format: FileFormat,
  by: ReportGrouping,
  hasComparison: boolean,
  lines: ReportLine[],
): Readable => {
  const each = async function* () {
    yield* lines;
  };
  return tableFile(format, 'Report', columnsOf(by, hasComparison), each());
};
