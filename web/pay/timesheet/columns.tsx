import dayjs from 'dayjs';
import { withGroup } from '#contract/class-name.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import type { Column } from '#web/ui/list/column.ts';
import { hoursOf, longDate, moneyOf } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { capitalize } from '#web/ui/labels.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { AmountChanged } from './AmountChanged.tsx';
import { LineStatus } from './StatusBadge.tsx';
import classes from './Timesheet.module.css';

const date: Column<PayrollLog> = {
  id: 'date',
  title: 'Date',
  text: (row) => row.date,
  cell: ({ date: day, schedule }) => (
    <div className={classes.day}>
      <Pair
        first={`${dayjs(day).format('ddd D MMM').replaceAll(' ', '\u{a0}')} ${day.slice(0, 4)}`}
        second={`${schedule.start_time}–${schedule.end_time}`}
      />
    </div>
  ),
  ordering: 'date',
};
const teacher: Column<PayrollLog> = {
  id: 'teacher',
  title: 'Teacher',
  text: (row) => fullName(row.teacher),
  cell: (row) =>
    row.stands_in ? (
      <Pair first={fullName(row.teacher)} second={`Stand-in for ${fullName(row.class_teacher)}`} />
    ) : (
      fullName(row.teacher)
    ),
  ordering: 'teacher',
};

/** Columns of class and pay; some are only in files. */
const taught: Column<PayrollLog>[] = [
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => withGroup(subjectTitle(row.schedule), row.schedule.group_name),
    cell: (row) => (
      <Pair
        first={withGroup(subjectTitle(row.schedule), row.schedule.group_name)}
        second={row.schedule.class_type}
      />
    ),
    wraps: true,
  },
  {
    id: 'stand_in',
    title: 'Stand-in for',
    text: (row) => (row.stands_in ? fullName(row.class_teacher) : ''),
    onlyInFiles: true,
  },
  {
    id: 'class_type',
    title: 'Class type',
    text: (row) => row.schedule.class_type,
    onlyInFiles: true,
  },
  {
    id: 'time',
    title: 'Time',
    text: (row) => `${row.schedule.start_time}–${row.schedule.end_time}`,
    onlyInFiles: true,
  },
  {
    id: 'hours',
    title: 'Hours',
    text: (row) => hoursOf(row.duration_of_schedule),
    ordering: 'duration',
    numeric: true,
    spare: 1000,
  },
  { id: 'paycode', title: 'Pay code', text: (row) => row.payroll?.paycode, spare: 760 },
  {
    id: 'rate',
    title: 'Rate',
    text: (row) => row.rate,
    cell: (row) => (row.rate ? moneyOf(row.rate) : '–'),
    numeric: true,
    spare: true,
  },
  {
    id: 'amount',
    title: 'Amount',
    text: (row) => row.amount_need_to_be_paid,
    // A stand-in's own line shows its pay once accounts has completed it.
    cell: (row) =>
      row.amount_need_to_be_paid ? moneyOf(row.amount_need_to_be_paid) : 'Once completed',
    ordering: 'amount',
    numeric: true,
    spare: 760,
  },
  {
    id: 'status',
    title: 'Status',
    text: (row) => capitalize(row.status),
    cell: (row) => <LineStatus log={row} isClosed={row.pay_closed ?? false} />,
    ordering: 'status',
    spare: 760,
  },
];

/** Columns of a teacher's own lines. */
export const ownColumns: Column<PayrollLog>[] = [
  date,
  ...taught.map((column) =>
    column.id === 'subject'
      ? ownSubject(column)
      : column.id === 'amount'
        ? ownAmount(column)
        : column,
  ),
];
/** Columns of all teachers' check-ins; those of days that are closed for pay say so. */
export const logColumns = (isClosed: (day: string) => boolean): Column<PayrollLog>[] => [
  date,
  teacher,
  ...taught.map((column) =>
    column.id === 'status'
      ? {
          ...column,
          cell: (row: PayrollLog) => <LineStatus log={row} isClosed={isClosed(row.date)} />,
        }
      : column,
  ),
];

/** Columns of one teacher: the name is above the table; the class shows who was replaced. */
function ownSubject(column: Column<PayrollLog>): Column<PayrollLog> {
  return {
    ...column,
    cell: (row) => (
      <Pair
        first={subjectTitle(row.schedule)}
        second={
          row.stands_in
            ? `${row.schedule.class_type}, stand-in for ${fullName(row.class_teacher)}`
            : row.schedule.class_type
        }
      />
    ),
  };
}

/** Marks changed amounts. */
function ownAmount(column: Column<PayrollLog>): Column<PayrollLog> {
  return {
    ...column,
    cell: (row) => (
      <span className={classes.amount}>
        {row.amount_changed && <AmountChanged id={row.id} name={logName(row)} />}
        {column.cell?.(row)}
      </span>
    ),
  };
}

function Pair({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.pair}>
      {first} <small>{second}</small>
    </span>
  );
}

/** The title of a line in dialogs. */
export const logName = ({ date: day, schedule, teacher: who }: PayrollLog): string =>
  `${schedule.subject_code} on ${longDate(day)}, ${fullName(who)}`;
