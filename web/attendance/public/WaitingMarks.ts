export { WaitingMarks } from '../rolls/queue/WaitingMarks.tsx';
