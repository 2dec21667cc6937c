import { sql, type RawBuilder } from 'kysely';
import { type LogFilters, type PayrollLog } from '#contract/pay/payroll.ts';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { contains } from '#server/platform/resource/search.ts';
import { asHeld, meetingOn, placesOf, takesPlace } from '#server/school/meetings.ts';
import { dayOfDate } from '#server/school/when.ts';

export interface LogRow {
  id: number;
  date: string;
  class_schedule_id: number;
  subject_name: string;
  group_name: string | null;
  subject_code: string;
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
  /** Whether the amount changed since the line belongs to this teacher. */
  amount_changed: boolean;
  status: 'pending' | 'completed';
  pay_closed: boolean;
  checked_in_at: string;
  /** The user of the teacher's address at that time, to whom the line belongs. */
  owner_id: number;
  owner_email: string;
  email: string;
  /** The class's teacher at the check-in. */
  recorded_id: number;
  recorded_first_name: string;
  recorded_last_name: string;
  contested_at: string | null;
  contested_by: string | null;
  class_cancelled: boolean;
  /** For a pending line, when they differ from those of the check-in. */
  minutes_now: number | null;
  overlaps: boolean;
  /** The latest run that has exported it. */
  pay_run: number | null;
  /** The name of the covering teacher, when the planned teacher is paid. */
  covered_by: string | null;
}

/** The filters of a call. */
export interface LogsOfCall extends ListQuery, LogFilters {
  /** Only lines of this user. */
  owner?: number;
  /** Only lines of others in this teacher's classes. */
  standInsFor?: number;
  /** Only lines that are pending, or created since this instant. */
  openOrSince?: string;
}

export interface LogsQuery extends LogsOfCall {
  /** The institute's. */
  timeZone: string;
}

/** Columns of a class on a date with its subject and teacher (`c`, `g`, `s`, `ct`), in all lists. */
export const classColumns = sql`
  c.id as class_schedule_id, s.subject_name, s.subject_code, c.group_name, c.class_type,
  ${asHeld.start} as start_time, ${asHeld.end} as end_time,
  ct.id as class_teacher_id, ct.first_name as class_first_name, ct.last_name as class_last_name`;

/**
 * The condition of a search word: a teacher's or a subject's name. Reads few rows, not every
 * check-in.
 */
export const taughtBy = (
  word: string,
  { teacher, schedule }: { teacher: string; schedule: string },
) => sql`(
  ${sql.ref(teacher)} in (select t.id from teacher t
    where ${contains(word, ['t.first_name', 't.last_name'])})
  or ${sql.ref(schedule)} in (
    select c.id from class_schedule c join subject s on s.id = c.subject_id
    where ${contains(word, ['s.subject_name', 's.subject_code'])}
  ))`;

/** The minutes of meeting `g` across daylight saving, as in `minutesBetween`. */
function minutesOfMeeting(timeZone: string): RawBuilder<number> {
  const [start, end] = [sql`(g.date + g.start_time)`, sql`(g.date + g.end_time)`];
  const instant = (local: RawBuilder<unknown>) => sql`local_instant(${local}, ${timeZone}::text)`;
  return sql`(extract(epoch from
    case when ${instant(start)} at time zone ${timeZone}::text = ${start} then ${instant(end)} - ${instant(start)}
      else ${end} - ${start} end) / 60)::int`;
}

/** When line `x` was checked in, by the institute's clock. */
export const checkedInLocally = (timeZone: string): RawBuilder<string> => sql`
  to_char(x.checked_in_at at time zone ${timeZone}::text, 'YYYY-MM-DD HH24:MI')`;

/** The latest run that has exported line `x`. */
export const lastRun = sql<number | null>`(
  select max(r.pay_run_id) from pay_run_line r where r.payroll_log_id = x.id)`;

/** Who covers the payee of line `x` in meeting `g`; null where no one does. */
const coverOfPayee = sql<number | null>`(case
  when g.co_teacher_ids is null then case when x.teacher_id = g.teacher_id then g.covering_teacher_id end
  else (select k.covering_teacher_id from ${placesOf()} where k.teacher_id = x.teacher_id) end)`;

/** Facts about the meeting `g` of line `x`: accounts decides about their effect on pay. */
const sinceCheckIn = {
  cancelled: sql<boolean>`coalesce(g.status = 'cancelled', false)`,
  /** Completed lines do not change. */
  minutesDiffer: (timeZone: string) => sql<boolean>`(x.status = 'pending' and ${takesPlace}
    and ${minutesOfMeeting(timeZone)} <> x.duration_minutes)`,
  /** The teacher is paid for another class at that time. */
  overlaps: sql<boolean>`(${takesPlace} and exists (
    select from payroll_log o
    join class_meeting og on og.class_schedule_id = o.class_schedule_id and og.date = o.date
    where o.teacher_id = x.teacher_id and o.date = x.date and o.id <> x.id
      and og.status = 'scheduled'
      and og.start_time < g.end_time and og.end_time > g.start_time))`,
  /** The planned teacher of a place is paid, instead of the covering one. */
  plannedPaid: sql<boolean>`(${coverOfPayee} is not null)`,
};
const someMeeting = (fact: RawBuilder<boolean>) => sql`
  exists (select from class_meeting g
    where g.class_schedule_id = x.class_schedule_id and g.date = x.date and ${fact})`;

const flags = ({ timeZone }: LogsQuery) => ({
  stand_in: sql`x.teacher_id <> x.class_teacher_id`,
  contested: sql`x.contested_at is not null`,
  earlier_address: sql`
    exists (select from teacher t join app_user o on o.email <> t.email
      where t.id = x.teacher_id and o.id = x.owner_id)`,
  class_cancelled: someMeeting(sinceCheckIn.cancelled),
  minutes_differ: someMeeting(sinceCheckIn.minutesDiffer(timeZone)),
  overlap: someMeeting(sinceCheckIn.overlaps),
  planned_paid: someMeeting(sinceCheckIn.plannedPaid),
});

function logFilters(query: LogsQuery) {
  const {
    id,
    class_schedule,
    date,
    from_date,
    to_date,
    teacher,
    subject,
    status,
    payroll,
    flag,
    owner,
    standInsFor,
    openOrSince,
  } = query;
  const codes = payroll?.filter((code) => code !== 'none').map(Number);
  return [
    whereIn('x.id', id),
    whereIn('x.class_schedule_id', class_schedule),
    date && sql`x.date = any(${date}::date[])`,
    from_date && sql`x.date >= ${from_date}::date`,
    to_date && sql`x.date <= ${to_date}::date`,
    whereIn('x.teacher_id', teacher),
    subject &&
      sql`
        x.class_schedule_id in (select id from class_schedule
          where subject_id = any(${subject}::bigint[]))`,
    status && sql`x.status = any(${status}::text[])`,
    flag &&
      flag.length > 0 &&
      sql`(${sql.join(
        flag.map((name) => flags(query)[name]),
        sql` or `,
      )})`,
    owner !== undefined && sql`x.owner_id = ${owner}`,
    standInsFor !== undefined &&
      sql`x.class_teacher_id = ${standInsFor} and x.teacher_id <> x.class_teacher_id`,
    openOrSince !== undefined &&
      sql`(x.status = 'pending' or x.checked_in_at >= ${openOrSince}::timestamptz)`,
    payroll &&
      (payroll.includes('none')
        ? sql`(x.pay_code_id is null or x.pay_code_id = any(${codes}::bigint[]))`
        : sql`x.pay_code_id = any(${codes}::bigint[])`),
  ];
}

/** The change of the teacher and changes before it concern another teacher's pay. */
const amountChanged = sql`exists (
  select from payroll_log_history h
  where h.payroll_log_id = x.id and h.changes @> '[{"field": "amount"}]'
    and not exists (
      select from payroll_log_history later
      where later.payroll_log_id = x.id and later.id >= h.id
        and later.changes @> '[{"field": "teacher"}]'
    ))`;

/** Columns of a line without further look-ups: files have many lines. */
export const fileColumns = ({ timeZone }: Pick<LogsQuery, 'timeZone'>) => sql`
    x.id, x.date, x.teacher_id, x.duration_minutes, x.pay_code_id, x.rate_cents, x.amount_cents,
    x.status, x.checked_in_at,
    coalesce(x.date <= (select closed_until from pay_closing order by id desc limit 1), false) as pay_closed,
    x.owner_id, o.email as owner_email, x.contested_at,
    cb.name as contested_by,
    rt.id as recorded_id, rt.first_name as recorded_first_name, rt.last_name as recorded_last_name,
    ${sinceCheckIn.cancelled} as class_cancelled,
    case when ${sinceCheckIn.minutesDiffer(timeZone)} then ${minutesOfMeeting(timeZone)} end
      as minutes_now,
    person_name(cv.first_name, cv.last_name) as covered_by,
    t.first_name, t.last_name, t.email, p.paycode, ${classColumns}`;

/** Pending lines among these whose class has other minutes now. */
export async function findMinutesNow(
  trx: Database,
  ids: number[],
  timeZone: string,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; minutes: number }>`
    select x.id, ${minutesOfMeeting(timeZone)} as minutes from payroll_log x
    join ${meetingOn(sql`x.class_schedule_id`, sql`x.date`)}
    where x.id = any(${ids}::bigint[]) and ${sinceCheckIn.minutesDiffer(timeZone)}`.execute(trx);
  return new Map(rows.map(({ id, minutes }) => [id, minutes]));
}

/**
 * The list of check-ins. Sorted by teacher, it reads teachers by name and their lines by index, so
 * that the first pages need no sort of all lines.
 */
export const logList = {
  table: 'payroll_log',
  archivable: false,
  countSeparately: true,
  joins: ({ ordering }) =>
    ordering.endsWith('teacher')
      ? sql`join (
          select id, row_number() over (order by sort_name(first_name, last_name) collate natural_order,
            first_name collate natural_order, id) as place
          from teacher order by place ${ordering.startsWith('-') ? sql`desc` : sql`asc`} offset 0
        ) by_name on by_name.id = x.teacher_id`
      : sql``,
  pageJoins: () => sql`
    join class_schedule c on c.id = x.class_schedule_id
    left join ${meetingOn(sql`x.class_schedule_id`, sql`x.date`)}
    join subject s on s.id = c.subject_id
    join teacher ct on ct.id = ${asHeld.teacher}
    join teacher t on t.id = x.teacher_id
    join teacher rt on rt.id = x.class_teacher_id
    join app_user o on o.id = x.owner_id
    left join teacher cv on cv.id = ${coverOfPayee}
    left join app_user cb on cb.id = x.contested_by
    left join pay_code p on p.id = x.pay_code_id`,
  columns: (query) => sql`
    ${fileColumns(query)}, ${amountChanged} as amount_changed,
    ${lastRun} as pay_run,
    coalesce(${sinceCheckIn.overlaps}, false) as overlaps`,
  search: (word) => taughtBy(word, { teacher: 'x.teacher_id', schedule: 'x.class_schedule_id' }),
  filters: logFilters,
  sortKeys: {
    date: [sql`x.date`],
    teacher: [sql`by_name.place`, sql`x.date`],
    duration: [sql`x.duration_minutes`, sql`x.date`],
    amount: [sql`x.amount_cents`, sql`x.date`],
    status: [sql`x.status`, sql`x.date`],
  },
} satisfies ListDefinition<LogsQuery>;

export function presentSchedule(row: ScheduleRow): PayrollLog['schedule'] {
  return {
    id: row.class_schedule_id,
    subject_name: row.subject_name,
    subject_code: row.subject_code,
    group_name: row.group_name,
    day_of_week: dayOfDate(row.date),
    class_type: row.class_type,
    start_time: row.start_time,
    end_time: row.end_time,
    teacher: {
      id: row.class_teacher_id,
      first_name: row.class_first_name,
      last_name: row.class_last_name,
    },
  };
}
export type ScheduleRow = Pick<
  LogRow,
  | 'class_schedule_id'
  | 'subject_name'
  | 'group_name'
  | 'subject_code'
  | 'date'
  | 'class_type'
  | 'start_time'
  | 'end_time'
  | 'class_teacher_id'
  | 'class_first_name'
  | 'class_last_name'
>;
