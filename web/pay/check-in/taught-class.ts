import type { PayrollLog } from '#contract/pay/payroll.ts';
import { fullName } from '#contract/person-name.ts';
import { checkInOf, checkInsFor, stateOf } from '#contract/timetable/check-in-of-place.ts';
import type { PlaceCheckIn } from '#contract/timetable/further.ts';
import { teachersOf } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';

type Person = ClassSchedule['teacher'];

/** A place at which a check-in is expected: not where the others teach without the teacher (R-TEACH-2). */
interface ExpectedPlace {
  /** The planned teacher's id. */
  id: number;
  /** Who is there. */
  teacher: Person;
}

/** A class on a date with the check-ins of its places. */
export interface TaughtClass {
  id: number;
  date: string;
  start_time: string;
  places: ExpectedPlace[];
  lines: PlaceCheckIn[];
}

type OnDate = Pick<
  ClassSchedule,
  | 'id'
  | 'start_time'
  | 'teacher'
  | 'co_teachers'
  | 'planned'
  | 'meeting'
  | 'check_in'
  | 'checked_in_by'
  | 'check_ins'
>;

export const taughtOn = (of: OnDate, date: string): TaughtClass => ({
  id: of.id,
  date,
  start_time: of.start_time,
  places: placesOf(of),
  lines: linesOf(of),
});

function placesOf(of: OnDate): ExpectedPlace[] {
  const places = of.meeting?.places;
  if (places)
    return places
      .filter(({ away }) => !away)
      .map(({ teacher, cover }) => ({ id: teacher.id, teacher: cover ?? teacher }));
  return teachersOf(of).map((teacher) => ({
    id: teacher.id === of.teacher.id ? (of.planned?.teacher.id ?? teacher.id) : teacher.id,
    teacher,
  }));
}

/** A class that was stored before the browser was upgraded has the only check-in alone. */
const linesOf = ({ check_ins, check_in, checked_in_by, teacher }: OnDate): PlaceCheckIn[] =>
  check_ins ??
  (check_in && checked_in_by
    ? [{ teacher: checked_in_by, place: teacher.id, status: check_in }]
    : []);

/** With check-ins that were read later. */
export const withLogs = (
  of: TaughtClass,
  logs: readonly Pick<PayrollLog, 'teacher' | 'class_teacher' | 'status'>[],
): TaughtClass => {
  const read = logs.map(({ teacher, class_teacher, status }) => ({
    teacher,
    place: class_teacher.id,
    status,
  }));
  return {
    ...of,
    lines: [...read, ...of.lines.filter((line) => !read.some(({ place }) => place === line.place))],
  };
};

export const ownPlace = (
  { places }: Pick<TaughtClass, 'places'>,
  teacher: number | null,
): ExpectedPlace | undefined => places.find((place) => place.teacher.id === teacher);

const expected = ({ id, teacher }: ExpectedPlace) => ({ planned: id, present: teacher.id });

/** The places without a check-in. */
export const openPlaces = (of: TaughtClass): ExpectedPlace[] =>
  of.places.filter((place) => !checkInOf(of.lines, expected(place)));

/** The check-in that counts for a user, in one state with all names. */
export function checkInFor(
  of: TaughtClass,
  teacher: number | null,
): { state: PlaceCheckIn['status'] | null; who?: string } {
  const lines = checkInsFor(of.places.map(expected), of.lines, teacher);
  const state = stateOf(lines);
  return state === null
    ? { state }
    : { state, who: lines.map((line) => fullName(line.teacher)).join(', ') };
}

/** The check-ins of those who stood in for a teacher of the class. */
export const standInsOf = ({ lines, places }: TaughtClass): PlaceCheckIn[] =>
  lines.filter(
    ({ teacher, place }) =>
      teacher.id !== place && !places.some((it) => it.teacher.id === teacher.id),
  );

/** Why a check-in is missing for a user, in words: how many there are of a class with several teachers. */
export function missingText(of: TaughtClass, teacher: number | null): string {
  const checkedIn = of.places.length - openPlaces(of).length;
  if (ownPlace(of, teacher) || checkedIn === 0) return 'No check-in';
  return `${checkedIn} of ${of.places.length} checked in`;
}
