/** The days of the week; which of them have weekly classes is a setting of the institute (R-SET-4). */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The days with weekly classes where the institute has chosen no others. */
export const defaultWeekdays: readonly Weekday[] = weekdays.slice(0, 6);

/**
 * The days that calendars mark as class days: no weekends, which are Saturday and Sunday unless
 * the institute has classes on Sundays.
 */
export const markedWeekdays = (chosen: readonly Weekday[]): Weekday[] =>
  chosen.filter((day) => day !== 'Saturday' || chosen.includes('Sunday'));

/** The chosen days, and others that stand somewhere already, in the order of the week. */
export const daysWith = (chosen: readonly Weekday[], ...others: (string | null)[]): Weekday[] =>
  weekdays.filter((day) => chosen.includes(day) || others.includes(day));

export const classTypes = ['Lecture', 'Tutorial', 'Lecture + Tutorial'] as const;
export type ClassType = (typeof classTypes)[number];

/** Several classes of a type. */
export const manyOfType = {
  Lecture: 'Lectures',
  Tutorial: 'Tutorials',
  'Lecture + Tutorial': 'Lectures + tutorials',
} as const satisfies Record<ClassType, string>;

/** The classes of a subject, or those of one type: `Calculus`, `Tutorials of Calculus`. */
export const classesOf = (subject: string, classType: ClassType | null): string =>
  classType ? `${manyOfType[classType]} of ${subject}` : subject;
