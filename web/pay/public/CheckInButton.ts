export { CheckInButton } from '../check-in/CheckInButton.tsx';
