import { sql } from 'kysely';
import { fullName } from '#contract/person-name.ts';
import { payTypeTitle } from '#contract/pay/pay-code.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { conditionOf } from '#server/platform/resource/list.ts';
import type { SheetColumn } from '#server/platform/spreadsheet/spreadsheet.ts';
import { dayOfDate } from '#server/school/when.ts';
import {
  checkedInLocally,
  fileColumns,
  lastRun,
  logList,
  type LogRow,
  type LogsQuery,
} from './list.ts';

interface ExportedLog extends Omit<LogRow, 'amount_changed' | 'overlaps'> {
  paycode_type: string | null;
  /** `YYYY-MM-DD HH:mm` in the institute's time. */
  checked_in_local: string;
}

/** The payee is identified by e-mail address, which payroll systems know. */
interface Paid {
  teacher_id: number;
  first_name: string;
  last_name: string;
  email: string;
  paycode: string | null;
  paycode_type: string | null;
}

const resolvePayee: SheetColumn<Paid>[] = [
  { title: 'Teacher ID', kind: 'whole', width: 11, value: (row) => row.teacher_id },
  { title: 'Last name', kind: 'text', width: 18, value: (row) => row.last_name },
  { title: 'First name', kind: 'text', width: 18, value: (row) => row.first_name },
  { title: 'E-mail', kind: 'text', width: 30, value: (row) => row.email },
];
const payCode: SheetColumn<Paid>[] = [
  { title: 'Pay code', kind: 'text', value: (row) => row.paycode },
  {
    title: 'Pay type',
    kind: 'text',
    width: 24,
    value: (row) => row.paycode_type && payTypeTitle(row.paycode_type),
  },
];

export const logColumns: SheetColumn<ExportedLog>[] = [
  { title: 'Date', kind: 'date', width: 12, value: (row) => row.date },
  ...resolvePayee,
  { title: 'Subject code', kind: 'text', value: (row) => row.subject_code },
  { title: 'Subject', kind: 'text', width: 30, value: (row) => row.subject_name },
  { title: 'Class type', kind: 'text', width: 18, value: (row) => row.class_type },
  { title: 'Day', kind: 'text', value: (row) => dayOfDate(row.date) },
  { title: 'Minutes', kind: 'whole', width: 10, value: (row) => row.duration_minutes },
  { title: 'Hours', kind: 'hours', width: 10, value: (row) => row.duration_minutes / 60 },
  ...payCode,
  { title: 'Rate per hour', kind: 'money', value: (row) => row.rate_cents },
  { title: 'Amount', kind: 'money', value: (row) => row.amount_cents },
  { title: 'Status', kind: 'text', value: (row) => row.status },
  {
    title: 'Checked in at (UTC)',
    kind: 'text',
    width: 22,
    value: (row) => row.checked_in_at.slice(0, 16).replace('T', ' '),
  },
  {
    title: 'Stand-in for',
    kind: 'text',
    width: 24,
    value: (row) =>
      row.teacher_id === row.recorded_id
        ? null
        : fullName({ first_name: row.recorded_first_name, last_name: row.recorded_last_name }),
  },
  { title: 'Contested', kind: 'text', width: 10, value: (row) => row.contested_at && 'contested' },
  // Appended at the right: payroll systems read columns by position.
  { title: 'Start', kind: 'text', width: 7, value: (row) => row.start_time },
  { title: 'End', kind: 'text', width: 7, value: (row) => row.end_time },
  { title: 'Checked in at', kind: 'text', width: 18, value: (row) => row.checked_in_local },
  { title: 'Line ID', kind: 'whole', width: 10, value: (row) => row.id },
  { title: 'Pay run', kind: 'whole', width: 8, value: (row) => row.pay_run },
  { title: 'Group', kind: 'text', width: 12, value: (row) => row.group_name },
];

export interface Total extends Paid {
  check_ins: number;
  minutes: number;
  cents: number;
}

export const totalColumns: SheetColumn<Total>[] = [
  ...resolvePayee,
  ...payCode,
  { title: 'Check-ins', kind: 'whole', width: 10, value: (row) => row.check_ins },
  { title: 'Minutes', kind: 'whole', width: 10, value: (row) => row.minutes },
  { title: 'Hours', kind: 'hours', width: 10, value: (row) => row.minutes / 60 },
  { title: 'Amount', kind: 'money', value: (row) => row.cents },
];

const chunk = 5000;

/** All lines of the query by date, in pages of some thousand. */
export async function* eachLog(database: Database, query: LogsQuery): AsyncGenerator<ExportedLog> {
  for (let after = { date: '0001-01-01', id: 0 }; ;) {
    const { rows } = await sql<ExportedLog>`
      select ${fileColumns(query)}, p.paycode_type, ${lastRun} as pay_run,
        ${checkedInLocally(query.timeZone)} as checked_in_local
      from (
        select * from payroll_log x
        where ${conditionOf(logList, query)}
          and (x.date, x.id) > (${after.date}::date, ${after.id}::bigint)
        order by x.date, x.id limit ${chunk}
      ) x ${logList.pageJoins()}
      order by x.date, x.id`.execute(database);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = last;
  }
}

/** The sums per teacher and pay code. */
export async function* eachTotal(database: Database, query: LogsQuery): AsyncGenerator<Total> {
  const { rows } = await sql<Total>`
    select t.id as teacher_id, t.first_name, t.last_name, t.email, p.paycode, p.paycode_type,
      sums.check_ins, sums.minutes, sums.cents
    from (
      select x.teacher_id, x.pay_code_id, count(*) as check_ins, sum(x.duration_minutes) as minutes,
        sum(x.amount_cents::float8) as cents
      from payroll_log x where ${conditionOf(logList, query)} group by x.teacher_id, x.pay_code_id
    ) sums
    join teacher t on t.id = sums.teacher_id
    left join pay_code p on p.id = sums.pay_code_id
    order by sort_name(t.first_name, t.last_name) collate natural_order, t.first_name collate natural_order, t.id,
      p.paycode nulls last`.execute(database);
  yield* rows;
}
