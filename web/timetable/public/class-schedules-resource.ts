export { weeklyColumns } from '../class-schedules/resource.tsx';
