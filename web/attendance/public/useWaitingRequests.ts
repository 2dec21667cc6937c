export { useWaitingRequests, waitingText } from '../leave-requests/useWaitingRequests.ts';
