export { RequestCheckIn } from '../check-in/RequestCheckIn.tsx';
