export { checkInFor, missingText, standInsOf, taughtOn } from '../check-in/taught-class.ts';
