import { keysOf } from './keys-of.ts';

/** Where an export by mail stands; apart from the schemas, for screens that need the words alone. */
export const jobStates = ['waiting', 'working', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** What is mailed, as lists and subjects call it: files that somebody requests, and reminders of rolls. */
export const mailTitles = {
  spreadsheet: 'Master Export',
  schedule: 'Schedule export',
  reminder: 'Reminder of rolls',
} as const;
export type MailKind = keyof typeof mailTitles;
export const mailKinds = keysOf<MailKind>(mailTitles);
