export { MarkQueueProvider, usePendingMarks } from '../rolls/queue/MarkQueueProvider.tsx';
export { waitingText } from '../rolls/queue/waiting-text.ts';
