import { keysOf } from './keys-of.ts';

/** States of an export by mail; separate from the schemas, for screens that only need the words. */
export const jobStates = ['waiting', 'working', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** The kinds of mail, as in lists and subject lines: files that a user requests, and reminders of rolls. */
export const mailTitles = {
  spreadsheet: 'Master Export',
  schedule: 'Schedule export',
  reminder: 'Reminder of rolls',
  list: 'List by mail',
  'leave-request': 'Leave request',
  webhook: 'Webhook',
} as const;
export type MailKind = keyof typeof mailTitles;
export const mailKinds = keysOf<MailKind>(mailTitles);
