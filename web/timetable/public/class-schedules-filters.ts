export { timetableFilters } from '../class-schedules/filters.ts';
