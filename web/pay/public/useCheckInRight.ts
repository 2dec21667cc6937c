export { useCheckInRight } from '../check-in/useCheckInRight.ts';
