import { sql } from 'kysely';
import { type LogFilters, type PayrollLog } from '../../../contract/payroll.ts';
import { among, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { nameOfDay } from '../timetable/when.ts';

export interface LogRow {
  id: number;
  date: string;
  class_schedule_id: number;
  subject_name: string;
  subject_code: string;
  day_of_week: number;
  class_type: string;
  start_time: string;
  end_time: string;
  class_teacher_id: number;
  class_first_name: string;
  class_last_name: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
  duration_minutes: number;
  pay_code_id: number | null;
  paycode: string | null;
  rate_cents: number;
  amount_cents: number;
  status: 'pending' | 'completed';
  checked_in_at: string;
  /** Whose line it is: the user of the teacher's address at that time. */
  owner_id: number;
  owner_email: string;
  email: string;
  /** Whose class it was at the check-in. */
  recorded_id: number;
  recorded_first_name: string;
  recorded_last_name: string;
  contested_at: string | null;
  contested_by: string | null;
}

export interface LogsAsked extends ListAsked, LogFilters {
  /** Only lines of this user. */
  owner?: number;
  /** Only lines of others in this teacher's classes. */
  standInsFor?: number;
  /** Only lines that are pending, or made since this instant. */
  openOrSince?: string;
}

/** What a class with its subject and teacher shows of itself, whatever asks for it (`c`, `s`, `ct`). */
export const classColumns = sql`
  c.id as class_schedule_id, s.subject_name, s.subject_code, c.day_of_week, c.class_type, c.start_time, c.end_time,
  ct.id as class_teacher_id, ct.first_name as class_first_name, ct.last_name as class_last_name`;

/** The conditions for one word: a teacher's or a subject's name. Few rows are looked through, not every check-in. */
export const taughtLike = (word: string, { teacher, schedule }: { teacher: string; schedule: string }) => sql`(
  ${sql.ref(teacher)} in (select t.id from teacher t where ${searchable('t.first_name', 't.last_name')} like ${word})
  or ${sql.ref(schedule)} in (
    select c.id from class_schedule c join subject s on s.id = c.subject_id where ${searchable('s.subject_name', 's.subject_code')} like ${word}
  ))`;

const flags = {
  stand_in: sql`x.teacher_id <> x.class_teacher_id`,
  contested: sql`x.contested_at is not null`,
  earlier_address: sql`exists (select from teacher t join app_user o on o.email <> t.email where t.id = x.teacher_id and o.id = x.owner_id)`,
};

function logFilters(asked: LogsAsked) {
  const { id, class_schedule, date, from_date, to_date, teacher, subject, status, payroll, flag, owner, standInsFor, openOrSince } = asked;
  const codes = payroll?.filter((code) => code !== 'none').map(Number);
  return [
    among('x.id', id),
    among('x.class_schedule_id', class_schedule),
    date && sql`x.date = any(${date}::date[])`,
    from_date && sql`x.date >= ${from_date}::date`,
    to_date && sql`x.date <= ${to_date}::date`,
    among('x.teacher_id', teacher),
    subject && sql`x.class_schedule_id in (select id from class_schedule where subject_id = any(${subject}::bigint[]))`,
    status && sql`x.status = any(${status}::text[])`,
    flag &&
      flag.length > 0 &&
      sql`(${sql.join(
        flag.map((name) => flags[name]),
        sql` or `,
      )})`,
    owner !== undefined && sql`x.owner_id = ${owner}`,
    standInsFor !== undefined && sql`x.class_teacher_id = ${standInsFor} and x.teacher_id <> x.class_teacher_id`,
    openOrSince !== undefined && sql`(x.status = 'pending' or x.checked_in_at >= ${openOrSince}::timestamptz)`,
    payroll &&
      (payroll.includes('none')
        ? sql`(x.pay_code_id is null or x.pay_code_id = any(${codes}::bigint[]))`
        : sql`x.pay_code_id = any(${codes}::bigint[])`),
  ];
}

/**
 * Teachers' check-ins. Ordered by teacher, the teachers come in the order of their names and bring their lines by index,
 * so that the first pages need not sort all lines.
 */
export const logListing: Listing<LogsAsked> = {
  table: 'payroll_log',
  neverArchived: true,
  countsApart: true,
  joins: ({ ordering }) =>
    ordering.endsWith('teacher')
      ? sql`join (
          select id, row_number() over (order by last_name collate natural_order, first_name collate natural_order, id) as place
          from teacher order by place ${ordering.startsWith('-') ? sql`desc` : sql`asc`} offset 0
        ) by_name on by_name.id = x.teacher_id`
      : sql``,
  extras: () => sql`
    join class_schedule c on c.id = x.class_schedule_id
    join subject s on s.id = c.subject_id
    join teacher ct on ct.id = c.teacher_id
    join teacher t on t.id = x.teacher_id
    join teacher rt on rt.id = x.class_teacher_id
    join app_user o on o.id = x.owner_id
    left join app_user cb on cb.id = x.contested_by
    left join pay_code p on p.id = x.pay_code_id`,
  columns: () => sql`
    x.id, x.date, x.teacher_id, x.duration_minutes, x.pay_code_id, x.rate_cents, x.amount_cents, x.status, x.checked_in_at,
    x.owner_id, o.email as owner_email, x.contested_at, cb.name as contested_by,
    rt.id as recorded_id, rt.first_name as recorded_first_name, rt.last_name as recorded_last_name,
    t.first_name, t.last_name, t.email, p.paycode, ${classColumns}`,
  search: (word) => taughtLike(word, { teacher: 'x.teacher_id', schedule: 'x.class_schedule_id' }),
  filters: logFilters,
  orders: {
    date: [sql`x.date`],
    teacher: [sql`by_name.place`, sql`x.date`],
    duration: [sql`x.duration_minutes`, sql`x.date`],
    amount: [sql`x.amount_cents`, sql`x.date`],
    status: [sql`x.status`, sql`x.date`],
  },
};

export function presentSchedule(row: ScheduleRow): PayrollLog['schedule'] {
  return {
    id: row.class_schedule_id,
    subject_name: row.subject_name,
    subject_code: row.subject_code,
    day_of_week: nameOfDay(row.day_of_week),
    class_type: row.class_type,
    start_time: row.start_time,
    end_time: row.end_time,
    teacher: { id: row.class_teacher_id, first_name: row.class_first_name, last_name: row.class_last_name },
  };
}
export type ScheduleRow = Pick<
  LogRow,
  | 'class_schedule_id'
  | 'subject_name'
  | 'subject_code'
  | 'day_of_week'
  | 'class_type'
  | 'start_time'
  | 'end_time'
  | 'class_teacher_id'
  | 'class_first_name'
  | 'class_last_name'
>;
