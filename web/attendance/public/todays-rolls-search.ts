export type { TodaysRollsSearch } from '../todays-rolls/search.ts';
