/** The days on which classes take place (spec §3). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

export const classTypes = ['Lecture', 'Tutorial', 'Lecture + Tutorial'] as const;
