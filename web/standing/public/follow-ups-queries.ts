export { followUpsOfStudent } from '../follow-ups/queries.ts';
