import { sumCounts, type RateCounts } from '#contract/rates.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { weekdays } from '#contract/weekdays.ts';
import { longDate } from '#web/ui/format.ts';

type Attendance = StudentDetails['attendance'][number];
type Enrolment = StudentDetails['enrolments'][number];

/** A weekly class of a student: the periods of the enrolment, the latest first, and its dates so far. */
export interface ClassOfSubject {
  class_schedule: number;
  enrolments: Enrolment[];
  days: Attendance['days'];
}

export interface SubjectAttendance {
  subject: Attendance['subject'];
  counts: RateCounts;
  notTaken: number;
  /** The part of them in unfinished rolls. */
  unfinished: number;
  /** The counts of each type of its classes. */
  types: { class_type: string; counts: RateCounts; notTaken: number }[];
  /** In order of the week. */
  classes: ClassOfSubject[];
}

const notTakenOf = (all: Attendance[]) => all.reduce((total, it) => total + it.not_taken, 0);

const allWeekdays: readonly string[] = weekdays;
const placeInWeek = ([first]: Enrolment[]): string =>
  first ? `${allWeekdays.indexOf(first.day_of_week)} ${first.start_time}` : '';

/**
 * Groups the classes of a student by subject, in order of its code. Classes without a date so far are among
 * them: the student is in them.
 */
export function bySubject(attendance: Attendance[], enrolments: Enrolment[]): SubjectAttendance[] {
  const enrolmentsOf = Map.groupBy(enrolments, (it) => it.class_schedule);
  const daysOf = new Map(attendance.map((it) => [it.class_schedule, it.days]));
  const typeOf = new Map(enrolments.map((it) => [it.class_schedule, it.class_type]));
  const all = [...attendance, ...enrolments];
  const subjects = new Map(all.map(({ subject }) => [subject.subject_code, subject]));
  const classesOf = Map.groupBy(all, ({ subject }) => subject.subject_code);
  const byCode = Map.groupBy(attendance, ({ subject }) => subject.subject_code);
  return [...subjects].map(([code, subject]) => {
    const own = byCode.get(code) ?? [];
    const ids = new Set((classesOf.get(code) ?? []).map((it) => it.class_schedule));
    return {
      subject,
      counts: sumCounts(own),
      notTaken: notTakenOf(own),
      types: [...Map.groupBy(own, (it) => typeOf.get(it.class_schedule) ?? '')].map(
        ([class_type, some]) => ({
          class_type,
          counts: sumCounts(some),
          notTaken: notTakenOf(some),
        }),
      ),
      unfinished: own.reduce(
        (total, { days }) => total + days.filter((day) => day.unfinished).length,
        0,
      ),
      classes: [...ids]
        .map((class_schedule) => ({
          class_schedule,
          enrolments: enrolmentsOf.get(class_schedule) ?? [],
          days: daysOf.get(class_schedule) ?? [],
        }))
        .toSorted((a, b) => placeInWeek(a.enrolments).localeCompare(placeInWeek(b.enrolments))),
    };
  });
}

/** "since 21 Sept 2026", "left on 3 Nov 2026". */
export const periodText = ({ enrolled_from, enrolled_to }: Enrolment): string =>
  enrolled_to === null ? `since ${longDate(enrolled_from)}` : `left on ${longDate(enrolled_to)}`;

/** "4 classes, since 21 Sept 2026": of the enrolments that go on, else when the last one ended. */
export function enrolledText(classes: ClassOfSubject[]): string {
  const all = classes.flatMap(({ enrolments }) => enrolments);
  const open = all.filter(({ enrolled_to }) => enrolled_to === null);
  const [first] = open.toSorted((a, b) => a.enrolled_from.localeCompare(b.enrolled_from));
  const last = all
    .toSorted((a, b) => (a.enrolled_to ?? '').localeCompare(b.enrolled_to ?? ''))
    .at(-1);
  const shown = first ?? last;
  const current = new Set((open.length > 0 ? open : all).map((it) => it.class_schedule)).size;
  const count = `${current} ${current === 1 ? 'class' : 'classes'}`;
  return shown ? `${count}, ${periodText(shown)}` : count;
}
