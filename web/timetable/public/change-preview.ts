export { changedText } from '../class-schedules/change-preview.tsx';
