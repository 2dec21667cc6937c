import type { ClassSchedule } from '../../../contract/timetable.ts';

/** How far a roll is: nobody marked, some, everybody. */
export const rollStates = ['not taken', 'in progress', 'taken'] as const;
export type RollState = (typeof rollStates)[number];

export function rollState({ today_students_stats: { total_students, total_present, total_absent } }: ClassSchedule): RollState {
  const marked = total_present + total_absent;
  if (marked === 0) return 'not taken';
  return marked < total_students ? 'in progress' : 'taken';
}

export interface DayFilter {
  text: string;
  room: string;
  state: string;
}

/** The classes that fit: every word of the text is somewhere in subject, room, teacher or time. */
export function filterClasses(all: ClassSchedule[], { text, room, state }: DayFilter): ClassSchedule[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((it) => {
    if (room && it.classroom.room_number !== room) return false;
    if (state && rollState(it) !== state) return false;
    const { subject, classroom, teacher, start_time, class_type } = it;
    const said = `${subject.subject_name} ${subject.subject_code} ${classroom.room_number} ${teacher.first_name} ${teacher.last_name} ${start_time} ${class_type}`;
    const lower = said.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}

export interface Hour {
  /** `Now`, or the hour in which the classes begin: `09:00`. */
  title: string;
  of: ClassSchedule[];
}

/** Classes by the hour in which they begin, in the order of the day; those under way come first. */
export function byHour(all: ClassSchedule[]): Hour[] {
  const sorted = all.toSorted((one, other) => one.start_time.localeCompare(other.start_time));
  const hours = Map.groupBy(sorted, (it) => (it.currentClass ? 'Now' : `${it.start_time.slice(0, 2)}:00`));
  const now = hours.get('Now');
  hours.delete('Now');
  return [...(now ? [{ title: 'Now', of: now }] : []), ...[...hours].map(([title, of]) => ({ title, of }))];
}

/** More than so many classes are a table unless somebody wants cards. */
export const mostCards = 12;
