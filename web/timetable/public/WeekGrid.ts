export { WeekGrid } from '../class-schedules/WeekGrid.tsx';
