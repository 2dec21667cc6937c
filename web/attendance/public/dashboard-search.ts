export type { DashboardSearch } from '../dashboard/search.ts';
