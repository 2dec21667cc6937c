export { WeekItem } from '../weeks/WeekItem.tsx';
