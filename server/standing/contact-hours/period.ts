import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { periodOf } from '#server/timetable/index.ts';

/** What is counted: classes of semesters, or meetings between two dates. */
export type Period =
  | { semesters: readonly number[]; from: string; to: string }
  | { semesters: null; from: string; to: string };

/** Whether meeting `g` of class `c` belongs to a period. */
export const inPeriod = ({ semesters, from, to }: Period): RawBuilder<boolean> =>
  semesters
    ? sql`(c.semester_id = any(${[...semesters]}::bigint[]))`
    : sql`(g.date between ${from}::date and ${to}::date)`;

interface PeriodQuery {
  semester?: number[] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

interface SemesterOfStudent {
  id: number;
  semester: number;
  year: number;
  batch: string;
  from: string;
  to: string;
}

/** Semesters with a class of a student, the latest first. */
export async function semestersOf(
  database: Database,
  student: number,
): Promise<SemesterOfStudent[]> {
  const { rows } = await sql<SemesterOfStudent>`
    select m.id, m.semester, m.year, m.batch, m.semester_start_date as "from",
      m.semester_end_date as "to"
    from semester m
    where exists (select from enrolment e join class_schedule c on c.id = e.class_schedule_id
      where e.student_id = ${student} and c.semester_id = m.id)
    order by m.semester_start_date desc, m.id desc`.execute(database);
  return rows;
}

/**
 * The requested period; without one the student's latest semester that has begun, and those
 * of other batches with the same number.
 * @param own the student's semesters, the latest first.
 * @throws ApiError 400 for a period that is reversed or too long, and an unknown semester.
 */
export function chosenPeriod(
  { semester, from_date, to_date }: PeriodQuery,
  own: readonly SemesterOfStudent[],
  today: string,
): Period {
  if (semester?.length) {
    if (from_date || to_date) throw validationError('semester', 'must not be sent with dates');
    const chosen = own.filter(({ id }) => semester.includes(id));
    if (chosen.length < new Set(semester).size)
      throw validationError('semester', 'is not a semester of this student');
    return spanOf(chosen, today);
  }
  if (from_date || to_date)
    return { semesters: null, ...periodOf({ from_date, to_date }, today, true) };
  const latest = own.find(({ from }) => from <= today) ?? own.at(-1);
  return spanOf(
    own.filter((one) => one.year === latest?.year && one.semester === latest.semester),
    today,
  );
}

function spanOf(chosen: readonly SemesterOfStudent[], today: string): Period {
  return {
    semesters: chosen.map(({ id }) => id),
    from: chosen.map((one) => one.from).toSorted()[0] ?? today,
    to:
      chosen
        .map((one) => one.to)
        .toSorted()
        .at(-1) ?? today,
  };
}
