export { StudentMessages } from '../student-messages/StudentMessages.tsx';
