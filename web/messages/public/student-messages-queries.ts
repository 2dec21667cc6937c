export { messagesOfStudentQuery } from '../student-messages/queries.ts';
