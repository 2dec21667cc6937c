export { ExtraClassButton } from '../class-schedules/ExtraClass.tsx';
