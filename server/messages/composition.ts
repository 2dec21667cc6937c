/** The parts of messages that the composition root (`server/*.ts`) puts together. */
export { letterValues } from './letters/preview-values.ts';
export { lettersRead } from './letters/queries.ts';
export { letterRoutes } from './letters/routes.ts';
export { listMailRoutes } from './list-mails/routes.ts';
export { sendListMails } from './list-mails/send.ts';
export { keepMessages } from './student-messages/keep.ts';
export { messageValues } from './student-messages/preview-values.ts';
export { createMessageQueue } from './student-messages/queue.ts';
export { studentMessageRoutes } from './student-messages/routes.ts';
export { messageStopRoutes } from './student-messages/stop-routes.ts';
export { templateRoutes } from './templates/routes.ts';
