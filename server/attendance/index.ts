/**
 * The door of attendance: rolls, taps, devices, leaves and notes.
 * Other domains import nothing else of it.
 */
export { pageOfRequests } from './leave-requests/queries.ts';
export { leavesOf } from './leave/queries.ts';
export { findOpenRolls, openRollsByTeacher } from './rolls/open-rolls.ts';
