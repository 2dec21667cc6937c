import type { StudentDetails } from '#contract/people/student-details.ts';

type Semester = StudentDetails['enrolments'][number]['semester'];

/** As in addresses: "2026-2". */
export const semesterKey = ({ year, semester }: Semester): string => `${year}-${semester}`;

export const semesterTitle = (key: string): string => {
  const [year, semester] = key.split('-');
  return `Semester ${semester}, ${year}`;
};

/** The semesters in which a student was in classes, the latest first. */
export const semestersOf = (enrolments: StudentDetails['enrolments']): string[] =>
  [...new Map(enrolments.map(({ semester }) => [semesterKey(semester), semester])).entries()]
    .toSorted(([, a], [, b]) => b.year - a.year || b.semester - a.semester)
    .map(([key]) => key);

/**
 * The semester that is shown: the chosen one, else the one with the latest class so far, else the
 * latest; null without classes.
 */
export function shownSemester(
  { attendance, enrolments }: Pick<StudentDetails, 'attendance' | 'enrolments'>,
  chosen: string | undefined,
): string | null {
  const all = semestersOf(enrolments);
  if (chosen !== undefined && all.includes(chosen)) return chosen;
  const latest = attendance
    .flatMap(({ class_schedule, days }) => days.map(({ date }) => ({ date, class_schedule })))
    .reduce<{ date: string; class_schedule: number } | null>(
      (last, day) => (last && last.date >= day.date ? last : day),
      null,
    );
  const of = enrolments.find((it) => it.class_schedule === latest?.class_schedule);
  return of ? semesterKey(of.semester) : (all[0] ?? null);
}

/** The classes of a semester. */
export function inSemester(
  { attendance, enrolments }: Pick<StudentDetails, 'attendance' | 'enrolments'>,
  key: string | null,
): StudentDetails['attendance'] {
  const classes = new Set(
    enrolments
      .filter(({ semester }) => semesterKey(semester) === key)
      .map((it) => it.class_schedule),
  );
  return attendance.filter((it) => classes.has(it.class_schedule));
}
