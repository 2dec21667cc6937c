export { MessageStop } from '../student-messages/MessageStop.tsx';
