import { keysOf } from '../keys-of.ts';

/** What a student message is (R-MSG-1): names of kinds, as the outbox shows them. */
export const studentMessageTitles = {
  absence: 'Absence',
  last: 'Last of the day',
  correction: 'Correction',
  alert: 'Alert',
} as const;
export type StudentMessageKind = keyof typeof studentMessageTitles;
/** The kinds that are about the absences of a day. */
export type DayMessageKind = Exclude<StudentMessageKind, 'alert'>;
export const studentMessageKinds = keysOf<StudentMessageKind>(studentMessageTitles);

/** Whom a message is for. */
export const messageRecipients = {
  student: 'Student',
  guardian: 'Guardian',
  teacher: 'Teacher',
  coordinator: 'Coordinator',
} as const;
type MessageRecipient = keyof typeof messageRecipients;
export const messageRecipientNames = keysOf<MessageRecipient>(messageRecipients);

/** States of a message in the outbox. */
export const outboxTitles = {
  waiting: 'Waiting',
  sent: 'Sent',
  bounced: 'Bounced',
  cancelled: 'Cancelled',
  no_address: 'No address',
} as const;
export type OutboxState = keyof typeof outboxTitles;
export const outboxStates = keysOf<OutboxState>(outboxTitles);
