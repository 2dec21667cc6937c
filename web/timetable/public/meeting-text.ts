export { canBeTaken, isHeld, meetingText } from '../meetings/meeting-text.ts';
