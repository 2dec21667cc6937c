export { CheckInOffer } from '../check-in/CheckInOffer.tsx';
