export { mondayOf } from '../weeks/dates.ts';
