import { payTypeTitle } from '#contract/pay/pay-code.ts';
import {
  tableFile,
  type FileFormat,
  type SheetColumn,
} from '#server/platform/spreadsheet/spreadsheet.ts';
import { dayOfDate } from '#server/school/when.ts';
import type { RunLine } from './entries.ts';

/**
 * Columns of a run's file. New ones are appended at the right and none is changed: a run stores its
 * number of columns, so that its file and checksum do not change.
 */
const columns = (run: number): SheetColumn<RunLine>[] => [
  { title: 'Pay run', kind: 'whole', width: 8, value: () => run },
  { title: 'Line ID', kind: 'whole', width: 10, value: (line) => line.payroll_log_id },
  { title: 'Kind', kind: 'text', width: 11, value: (line) => line.kind },
  { title: 'Date', kind: 'date', width: 12, value: (line) => line.date },
  { title: 'Day', kind: 'text', value: (line) => dayOfDate(line.date) },
  { title: 'Start', kind: 'text', width: 7, value: (line) => line.start_time },
  { title: 'End', kind: 'text', width: 7, value: (line) => line.end_time },
  { title: 'Teacher ID', kind: 'whole', width: 11, value: (line) => line.teacher_id },
  { title: 'Last name', kind: 'text', width: 18, value: (line) => line.last_name },
  { title: 'First name', kind: 'text', width: 18, value: (line) => line.first_name },
  { title: 'E-mail', kind: 'text', width: 30, value: (line) => line.email },
  { title: 'Subject code', kind: 'text', value: (line) => line.subject_code },
  { title: 'Subject', kind: 'text', width: 30, value: (line) => line.subject_name },
  { title: 'Class type', kind: 'text', width: 18, value: (line) => line.class_type },
  { title: 'Minutes', kind: 'whole', width: 10, value: (line) => line.minutes },
  { title: 'Hours', kind: 'hours', width: 10, value: (line) => line.minutes / 60 },
  { title: 'Pay code', kind: 'text', value: (line) => line.paycode },
  {
    title: 'Pay type',
    kind: 'text',
    width: 24,
    value: (line) => line.paycode_type && payTypeTitle(line.paycode_type),
  },
  { title: 'Rate per hour', kind: 'money', value: (line) => line.rate_cents },
  { title: 'Amount', kind: 'money', value: (line) => line.amount_cents },
  {
    title: 'Checked in at',
    kind: 'text',
    width: 18,
    value: (line) => line.checked_in_at,
  },
  { title: 'Stand-in for', kind: 'text', width: 24, value: (line) => line.stand_in_for },
  { title: 'Group', kind: 'text', width: 12, value: (line) => line.group_name },
];

/** Number of columns of a new run. */
export const columnCount = columns(0).length;

interface Run {
  id: number;
  columns: number;
}

/** The file of a run; its CSV always has the same bytes. */
export const fileOfRun = (
  { id, columns: count }: Run,
  format: FileFormat,
  lines: AsyncIterable<RunLine>,
) => tableFile(format, `Pay run ${id}`, columns(id).slice(0, count), lines);
