import type { Permission } from '../permissions.ts';

/** Lists whose figures are sent by mail; without zod, for the screens. */
export const mailedLists = ['open_rolls', 'red_list'] as const;
export type MailedList = (typeof mailedLists)[number];

/** Each Monday, or on the first of each month. */
export const mailIntervals = ['week', 'month'] as const;
export type MailInterval = (typeof mailIntervals)[number];

/** Who may receive a list: who sees all of it. */
export const listMailPermissions: Record<MailedList, Permission> = {
  open_rolls: ['Attendance', 'teacherFilter'],
  red_list: ['Red List Students', 'edit'],
};
