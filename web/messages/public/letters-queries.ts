export { lettersQuery } from '../letters/queries.ts';
