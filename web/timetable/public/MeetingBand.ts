export { MeetingBand } from '../meetings/MeetingBand.tsx';
