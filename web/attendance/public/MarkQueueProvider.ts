export { MarkQueueProvider, usePendingMarks } from '../rolls/queue/MarkQueueProvider.tsx';
