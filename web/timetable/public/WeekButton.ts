export { WeekButton } from '../weeks/WeekButton.tsx';
