import { namesOfRooms, namesOfTeachers, roomsOf } from '#contract/timetable/further-names.ts';
import { withGroup } from '#contract/class-name.ts';
import { fold, foldedWords } from '#contract/fold.ts';
import { isRollClosed, rollStateOf, type RollState } from '#contract/roll-state.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';

/** The states of a roll as they are shown; for a class that has none, the reason. */
const shownStates = {
  not_taken: 'not taken',
  in_progress: 'in progress',
  taken: 'taken',
  closed: 'closed',
} as const satisfies Record<RollState, string>;
/** The states by which a day is filtered. */
export const rollStates = [
  ...Object.values(shownStates),
  'upcoming',
  'no students',
  'cancelled',
  'moved',
] as const;
export type ShownState = (typeof rollStates)[number];

/** The state of the roll of a class; one without a mark is upcoming until the class has begun (R-ROLL-18). */
export function rollState({
  meeting,
  period,
  currentClass,
  today_students_stats: { total_students, total_present, total_absent },
}: ClassSchedule): ShownState {
  if (meeting?.status === 'cancelled' || meeting?.status === 'moved') return meeting.status;
  const marked = total_present + total_absent;
  const state = rollStateOf({
    students: total_students,
    marked,
    isClosed: isRollClosed({
      isClosed: Boolean(meeting?.closed_at),
      isArchived: meeting?.archived === true,
      marked,
    }),
  });
  if (state === 'not_taken' && period !== 'passed' && !currentClass) return 'upcoming';
  return state ? shownStates[state] : 'no students';
}

export interface DayFilter {
  text: string;
  room: string;
  state: string;
}

/** Filters classes: every word of the text must occur in subject, room, teacher or time. */
export function filterClasses(
  all: ClassSchedule[],
  { text, room, state }: DayFilter,
): ClassSchedule[] {
  const words = foldedWords(text);
  return all.filter((it) => {
    if (room && !roomsOf(it).some(({ room_number }) => room_number === room)) return false;
    if (state && rollState(it) !== state) return false;
    const { subject, group_name, start_time, class_type } = it;
    const own = fold(
      [
        `${subject.subject_name} ${withGroup(subject.subject_code, group_name)} ${namesOfRooms(it)}`,
        `${namesOfTeachers(it)} ${start_time} ${class_type}`,
      ].join(' '),
    );
    return words.every((word) => own.includes(word));
  });
}

/** Classes that stand together in a table, under a title. */
export interface ClassGroup {
  /** `My classes`, `Now`, or when the first class of an hour begins: `09:00`. */
  title: string;
  of: ClassSchedule[];
}

/** Classes by starting hour; current classes first. */
export function byHour(all: ClassSchedule[]): ClassGroup[] {
  // `HH:MM` sorts as plain text: a locale’s rules take far longer for hundreds of classes.
  const sorted = all.toSorted((a, b) =>
    a.start_time < b.start_time ? -1 : Number(a.start_time > b.start_time),
  );
  const hours = Map.groupBy(sorted, (it) =>
    it.currentClass ? 'Now' : `${it.start_time.slice(0, 2)}:00`,
  );
  const now = hours.get('Now');
  hours.delete('Now');
  return [
    ...(now ? [{ title: 'Now', of: now }] : []),
    ...[...hours.values()].map((of) => ({ title: of[0]?.start_time ?? '', of })),
  ];
}

/** More classes than this are shown as a table by default. */
export const maxCards = 12;
