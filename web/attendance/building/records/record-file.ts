import type { PersonHere, RollCallRecord } from '#contract/attendance/building.ts';
import { countsOf, isAccountedFor, isOther } from '#contract/attendance/building-counts.ts';
import type { PublicConfig } from '#contract/session.ts';
import { fullName } from '#contract/person-name.ts';
import { timeOfDay } from '#contract/texts.ts';
import { downloadCsv } from '#web/ui/export/csv.ts';
import { cellsOf, download, fileName } from '#web/ui/export/file.ts';
import { tablesPdf, type TablePaper } from '#web/ui/export/tables-pdf.ts';
import { moment } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import { kindTitles, titleOf } from '../kind-titles.ts';
import { presenceText, tickText } from '../presence-text.ts';
import { missingOf } from '../shown.ts';

type Institute = Pick<PublicConfig, 'title' | 'today' | 'time_zone'>;

/** In a file the rows with *Yes* are as many as the record says; who was not expected stands beside them. */
function accountedText(person: PersonHere): string {
  if (isOther(person)) return 'Not expected, ticked';
  return isAccountedFor(person) ? 'Yes' : 'No';
}

function columnsOf({ places }: RollCallRecord, timeZone: string): Column<PersonHere>[] {
  return [
    { id: 'room', title: 'Room', text: ({ place }) => places[place]?.room },
    { id: 'class', title: 'Class', text: ({ place }) => places[place]?.class_name },
    { id: 'id', title: 'ID', text: ({ student_id }) => student_id ?? 'Teacher' },
    { id: 'name', title: 'Name', text: fullName },
    { id: 'state', title: 'State', text: (person) => presenceText(person, timeZone) },
    { id: 'expected', title: 'Expected', text: ({ expected }) => (expected ? 'Yes' : 'No') },
    { id: 'accounted', title: 'Accounted for', text: accountedText },
    { id: 'ticked', title: 'Ticked', text: (person) => tickText(person, timeZone) },
  ];
}

/** The record on paper: its figures, who was missing, the whole list, and late ticks, each on pages of its own. */
export function recordPapers(
  record: RollCallRecord,
  { title: institute, today, time_zone }: Institute,
): TablePaper[] {
  const { people, late_ticks } = record;
  const columns = columnsOf(record, time_zone);
  const bodyOf = (rows: PersonHere[]) => rows.map((row) => cellsOf(columns, row));
  const paper = (name: string, head: string[], body: string[][]): TablePaper => ({
    title: `Roll call of the building: ${name}`,
    institute,
    today,
    orientation: 'landscape',
    lines: [{ text: titleOf(record, time_zone), points: 12, bold: true }],
    head,
    body,
  });
  const head = columns.map(({ title }) => title);
  const missing = missingOf(people);
  return [
    { ...paper('summary', ['What', 'Value'], summaryOf(record, time_zone)), widths: { 0: 60 } },
    ...(missing.length > 0 ? [paper('missing', head, bodyOf(missing))] : []),
    paper('the whole list', head, bodyOf(people)),
    ...(late_ticks.length > 0
      ? [
          paper(
            'late ticks',
            ['Name', 'What', 'Made', 'By', 'Received'],
            late_ticks.map((tick) => [
              fullName(tick),
              tick.accounted ? 'Ticked' : 'Taken back',
              timeOfDay(tick.made_at, time_zone),
              tick.made_by,
              timeOfDay(tick.received_at, time_zone),
            ]),
          ),
        ]
      : []),
  ];
}

function summaryOf(record: RollCallRecord, timeZone: string): string[][] {
  const { note, started_at, started_by, ended_at, ended_by } = record;
  const end =
    ended_at === null
      ? 'It is running'
      : `${moment(ended_at, timeZone)}, by ${ended_by ?? 'itself'}`;
  return [
    ['Kind', kindTitles[record.kind]],
    ['Note', note ?? '–'],
    ['Started', `${moment(started_at, timeZone)}, by ${started_by}`],
    ['Ended', end],
    ['Expected', String(record.expected)],
    ['Accounted for', String(record.accounted)],
    ['Missing', String(record.missing)],
    ['Others who were ticked', String(countsOf(record.people).others)],
    ['On the list', String(record.listed)],
    ['Late ticks', String(record.late)],
  ];
}

/** Downloads the record: the list as a CSV, everything as a PDF. */
export async function downloadRecord(
  format: 'csv' | 'pdf',
  record: RollCallRecord,
  institute: Institute,
): Promise<void> {
  const title = `Roll call of the building, ${titleOf(record, institute.time_zone)}`;
  const named = { title, today: institute.today };
  if (format === 'csv') {
    const columns = columnsOf(record, institute.time_zone);
    return downloadCsv({ ...named, institute: institute.title, columns, rows: record.people });
  }
  const pdf = await tablesPdf(recordPapers(record, institute), 'together');
  download(pdf.output('blob'), fileName(named, 'pdf'));
}
