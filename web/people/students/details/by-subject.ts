import { sumCounts, type RateCounts } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';

type Attendance = StudentDetails['attendance'][number];

export interface SubjectAttendance {
  subject: Attendance['subject'];
  counts: RateCounts;
  notTaken: number;
  /** The part of them in unfinished rolls. */
  unfinished: number;
  /** The counts of each type of its classes. */
  types: { class_type: string; counts: RateCounts; notTaken: number }[];
  /** Classes with weekday and time: "Mon 07:30". */
  of: (Pick<Attendance, 'class_schedule' | 'days'> & { when: string })[];
}

const notTakenOf = (all: Attendance[]) => all.reduce((total, it) => total + it.not_taken, 0);

/** Groups the classes of a student by subject. */
export function bySubject(
  attendance: Attendance[],
  enrolments: StudentDetails['enrolments'],
): SubjectAttendance[] {
  const whenOf = new Map(
    enrolments.map((it) => [it.class_schedule, `${it.day_of_week.slice(0, 3)} ${it.start_time}`]),
  );
  const typeOf = new Map(enrolments.map((it) => [it.class_schedule, it.class_type]));
  const subjects = new Map(attendance.map(({ subject }) => [subject.subject_code, subject]));
  const byCode = Map.groupBy(attendance, ({ subject }) => subject.subject_code);
  return [...subjects].map(([code, subject]) => {
    const all = byCode.get(code) ?? [];
    return {
      subject,
      counts: sumCounts(all),
      notTaken: notTakenOf(all),
      types: [...Map.groupBy(all, (it) => typeOf.get(it.class_schedule) ?? '')].map(
        ([class_type, own]) => ({
          class_type,
          counts: sumCounts(own),
          notTaken: notTakenOf(own),
        }),
      ),
      unfinished: all.reduce(
        (total, { days }) => total + days.filter((day) => day.unfinished).length,
        0,
      ),
      of: all.map(({ class_schedule, days }) => ({
        class_schedule,
        days,
        when: whenOf.get(class_schedule) ?? '',
      })),
    };
  });
}
