export { requestsOfStudent } from '../leave-requests/queries.ts';
