import { hourRateText, hoursText, reachText } from '#contract/standing/contact-hours.ts';
import type {
  Evidence,
  EvidenceLine,
  EvidenceMeeting,
} from '#contract/standing/contact-hour-evidence.ts';
import { exportEvidence } from '#contract/standing/contact-hours.endpoints.ts';
import { outcomeTitles, stepTitles } from '#contract/standing/follow-up-text.ts';
import { hoursDefinition } from '#contract/standing/rate-definition.ts';
import { templateKinds } from '#contract/messages/template-kinds.ts';
import { request } from '#web/platform/api.ts';
import { csvOf } from '#web/ui/export/csv.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { tablesPdf, type TablePaper } from '#web/ui/export/tables-pdf.ts';
import { longDate, moment } from '#web/ui/format.ts';
import { studentTitle } from '#web/school/students.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import { periodOf, type PeriodOfPage } from './queries.ts';
import { changeText, statusText } from './texts.ts';

interface Institute {
  title: string;
  today: string;
  time_zone: string;
}

/** A line of the file: a row of the summary, a step, a letter, or a class. */
type Line = string[];

const head = [
  'Part',
  'Date',
  'Time',
  'Class',
  'Minutes',
  'Attended',
  'Late',
  'Left early',
  'Status',
  'Reason',
  'Marks and corrections',
];

/** Reads the evidence as an export, and downloads it as a CSV or a PDF (R-HOURS-6). */
export async function downloadEvidence(
  format: 'csv' | 'pdf',
  student: number,
  period: PeriodOfPage,
  institute: Institute,
): Promise<void> {
  const of = await request(exportEvidence, { params: { student }, query: periodOf(period) });
  const named = { title: `Contact hours ${of.student.student_id}`, today: institute.today };
  if (format === 'csv') {
    const csv = evidenceCsv(of, institute);
    download(
      new Blob([`\ufeff${csv}\r\n`], { type: 'text/csv;charset=utf-8' }),
      fileName(named, 'csv'),
    );
    return;
  }
  const pdf = await tablesPdf(evidencePapers(of, institute), 'together');
  download(pdf.output('blob'), fileName(named, 'pdf'));
}

/** The whole evidence as one table: its parts below each other. */
export function evidenceCsv(of: Evidence, { time_zone }: Institute): string {
  const part = (title: string, cells: Line): Line =>
    [title, ...cells, ...head.map(() => '')].slice(0, head.length);
  const rows = [
    ...summary(of).map(([title, value]) => part('Summary', ['', '', title, value])),
    ...done(of, time_zone).map(([date, what]) => part('Follow-ups and letters', [date, '', what])),
    ...of.meetings.map((one) => part('Class', meetingCells(one, time_zone))),
  ].map((cells, id) => ({ id, cells }));
  return csvOf({
    columns: head.map((title, at) => ({
      id: title,
      title,
      text: ({ cells }: (typeof rows)[number]) => cells[at],
    })),
    rows,
  });
}

/** Summary, hours by subject, steps and letters, and every class, each on pages of its own. */
export function evidencePapers(of: Evidence, { title, today, time_zone }: Institute): TablePaper[] {
  const paper = (name: string, columns: string[], body: string[][]): TablePaper => ({
    title: `Contact hours: ${name}`,
    institute: title,
    today,
    orientation: 'landscape',
    lines: [
      { text: studentTitle(of.student), points: 12, bold: true },
      { text: `${longDate(of.from_date)} – ${longDate(of.to_date)}`, points: 10 },
    ],
    head: columns,
    body,
  });
  const steps = done(of, time_zone);
  return [
    { ...paper('summary', ['What', 'Value'], totals(of)), widths: { 0: 70 } },
    ...(of.subjects.length > 0
      ? [{ ...paper('subjects', subjectHead, subjectRows(of)), numeric: [1, 2, 3, 4, 5, 6, 7, 8] }]
      : []),
    {
      ...paper('follow-ups and letters', ['Date', 'What'], steps.length ? steps : [['–', 'None']]),
      widths: { 0: 45 },
    },
    {
      ...paper(
        'classes',
        head.slice(1),
        of.meetings.map((one) => meetingCells(one, time_zone)),
      ),
      points: 7,
      widths: { 9: 85 },
      numeric: [3, 4, 5, 6],
    },
  ];
}

const rates = (line: EvidenceLine, bands: readonly number[]): string =>
  [
    hourRateText(line.rate, bands),
    `if all left is attended ${hourRateText(line.best, bands)}`,
    `if nothing left is ${hourRateText(line.worst, bands)}`,
  ].join('; ');
const hours = (line: EvidenceLine): string =>
  [
    `${hoursText(line.attended_minutes)} of ${hoursText(line.scheduled_minutes)} h attended ` +
      `(${line.attended_minutes} of ${line.scheduled_minutes} minutes)`,
    `excused ${hoursText(line.excused_minutes)} h`,
    `left ${hoursText(line.left_minutes)} h`,
    `not recorded ${hoursText(line.not_recorded_minutes)} h`,
  ].join('; ');

/** All subjects together; whose it is, and of which period, stands above it on paper. */
const totals = ({ totals: all, terms }: Evidence): [string, string][] => [
  ['Hours', hours(all)],
  ['Rate', rates(all, terms.contact_hour_bands)],
  ...all.reach.map((reach): [string, string] => [`To keep ${reach.percent}%`, reachText(reach)]),
  ['How hours are counted', hoursDefinition(terms.excused_counts)],
];

const summary = (of: Evidence): [string, string][] => [
  ['Student', studentTitle(of.student)],
  ['Period', `${of.from_date} to ${of.to_date}`],
  ...totals(of),
  ...of.subjects.map((line): [string, string] => [
    subjectTitle(line),
    `${hours(line)}; ${rates(line, of.terms.contact_hour_bands)}`,
  ]),
];

const subjectHead = [
  'Subject',
  'Rate now',
  'All left attended',
  'Nothing left',
  'Scheduled h',
  'Attended h',
  'Excused h',
  'Left h',
  'Not recorded h',
];
const subjectRows = ({ subjects, terms }: Evidence): string[][] =>
  subjects.map((line) => [
    subjectTitle(line),
    ...[line.rate, line.best, line.worst].map((rate) =>
      hourRateText(rate, terms.contact_hour_bands),
    ),
    ...[
      line.scheduled_minutes,
      line.attended_minutes,
      line.excused_minutes,
      line.left_minutes,
      line.not_recorded_minutes,
    ].map(hoursText),
  ]);

/** Steps and letters by date. */
function done({ follow_ups, letters }: Evidence, timeZone: string): [string, string][] {
  const all: [at: string, shown: string, what: string][] = [
    ...follow_ups.flatMap((one) => {
      const subject = one.subject_code ?? 'all subjects';
      const lines: typeof all = [
        [
          one.begun_at,
          moment(one.begun_at, timeZone),
          `Follow-up in ${subject} begun by ${one.begun_by}, owner ${one.owner}`,
        ],
      ];
      for (const { kind, done_on, note, by } of one.steps)
        lines.push([
          done_on,
          longDate(done_on),
          `${stepTitles[kind]} (${subject}), ${by}${note ? `: ${note}` : ''}`,
        ]);
      if (one.closed_at)
        lines.push([
          one.closed_at,
          moment(one.closed_at, timeZone),
          `Follow-up in ${subject} closed by ${one.closed_by}${one.outcome ? `: ${outcomeTitles[one.outcome]}` : ''}`,
        ]);
      return lines;
    }),
    ...letters.map((one): [string, string, string] => [
      one.made_at,
      moment(one.made_at, timeZone),
      `${templateKinds[one.kind].title} ${one.number}, ${one.made_by}`,
    ]),
  ];
  return all
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, shown, what]) => [shown, what]);
}

const meetingCells = (one: EvidenceMeeting, timeZone: string): Line => [
  one.date,
  `${one.start_time}–${one.end_time}`,
  `${one.subject_code}, ${one.class_type}`,
  String(one.minutes),
  one.status === 'none' || one.status === 'to_come' ? '' : String(one.attended_minutes),
  String(one.late_minutes ?? ''),
  String(one.left_early_minutes ?? ''),
  statusText(one),
  one.reason ?? '',
  one.changes.map((change) => changeText(change, timeZone)).join('\n'),
];
