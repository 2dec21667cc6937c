export { filtersOf, weekFilterNames, type WeekSearch } from '../weeks/search.ts';
