import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** A class on a date with who is enrolled then, read from the tables alone. */
export interface Recounted {
  id: number;
  class: number;
  subject: number;
  date: string;
  /** Local dates with times, as texts that sort. */
  begins: string;
  ends: string;
  hour: number;
  minutes: number;
  isClosed: boolean;
  /** Whether it is of a day whose rolls are expected. */
  isExpected: boolean;
  /** The mark of each enrolled student; null without one. */
  marks: Map<number, { status: string; isExcused: boolean } | null>;
}

interface Row extends Omit<Recounted, 'begins' | 'ends' | 'hour' | 'minutes' | 'marks'> {
  start: string;
  end: string;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Every class that takes place, by plain loops over the rows: no code of the product decides here. */
export async function recount(database: Database, begins_on: string | null): Promise<Recounted[]> {
  const { rows } = await sql<Row>`
    select g.id, g.class_schedule_id as class, c.subject_id as subject, g.date,
      g.start_time as start, g.end_time as "end", g.closed_at is not null as "isClosed"
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where g.status = 'scheduled'`.execute(database);
  const enrolments = await sql<{ student: number; class: number; from: string; to: string | null }>`
    select student_id as student, class_schedule_id as class, enrolled_from as "from",
      enrolled_to as "to" from enrolment`.execute(database);
  const marks = await sql<{ student: number; class: number; date: string; status: string }>`
    select student_id as student, class_schedule_id as class, date, status
    from attendance`.execute(database);
  const details = await sql<{ student: number; class: number; date: string }>`
    select student_id as student, class_schedule_id as class, date from mark_detail
    where excuse is not null`.execute(database);
  const leaves = await sql<{ student: number; from: string; to: string }>`
    select student_id as student, leave_from as "from", leave_to as "to" from leave`.execute(
    database,
  );
  const keyOf = (one: { student: number; class: number; date: string }) =>
    `${one.student} ${one.class} ${one.date}`;
  const statuses = new Map(marks.rows.map((one) => [keyOf(one), one.status]));
  const excuses = new Set(details.rows.map(keyOf));
  return rows.map(({ start, end, ...row }) => {
    const found: Recounted['marks'] = new Map();
    for (const { student, class: of, from, to } of enrolments.rows) {
      if (of !== row.class || row.date < from || (to !== null && row.date > to)) continue;
      const key = keyOf({ student, ...row });
      const status = statuses.get(key);
      const isOnLeave = leaves.rows.some(
        (leave) => leave.student === student && leave.from <= row.date && row.date <= leave.to,
      );
      const isExcused = status === 'Absent' && (excuses.has(key) || isOnLeave);
      found.set(student, status ? { status, isExcused } : null);
    }
    const isBegun = marks.rows.some((one) => one.class === row.class && one.date === row.date);
    return {
      ...row,
      begins: `${row.date}T${start.slice(0, 5)}`,
      ends: `${row.date}T${end.slice(0, 5)}`,
      hour: minutesOf(start) / 60,
      minutes: minutesOf(end) - minutesOf(start),
      isExpected: begins_on === null || row.date >= begins_on || isBegun,
      marks: found,
    };
  });
}

/** What R-ROLL-11 calls the roll; null without students. */
export function stateIn({ marks, isClosed }: Recounted): string | null {
  const all = [...marks.values()];
  if (all.length === 0) return null;
  if (isClosed) return 'closed';
  if (all.every((mark) => mark === null)) return 'not_taken';
  return all.includes(null) ? 'in_progress' : 'taken';
}
