export { weekQuery } from '../weeks/queries.ts';
