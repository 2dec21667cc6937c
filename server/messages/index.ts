/**
 * The door of messages: letters, templates, and mails and messages to students.
 * Other domains import nothing else of it.
 */
export { kindsOf } from './letters/kinds.ts';
export { lettersOf } from './letters/queries.ts';
export { deleteMessages } from './student-messages/delete.ts';
export { messagesOf } from './student-messages/outbox.ts';
export { type MessageRecipient, stopUrlFor } from './student-messages/stop-links.ts';
export { stopOf, stopOfStudent } from './student-messages/stops.ts';
