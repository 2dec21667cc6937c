export { MeetingMenu } from '../meetings/MeetingMenu.tsx';
