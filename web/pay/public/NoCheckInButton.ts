export { NoCheckInButton } from '../check-in/NoCheckInButton.tsx';
