/**
 * The door of pay: check-ins, pay codes and pay runs.
 * Other domains import nothing else of it.
 */
export { findClassToPay, placeTaken } from './check-ins/queries.ts';
export { recordCheckIn } from './check-ins/record-check-in.ts';
