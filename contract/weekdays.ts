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
