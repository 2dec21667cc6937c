/** The days on which classes take place. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The days on which a class may be held: weekly ones never on Sundays, moved and extra ones on any. */
export const daysOfWeek = [...weekdays, 'Sunday'] as const;
export type DayOfWeek = (typeof daysOfWeek)[number];

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
