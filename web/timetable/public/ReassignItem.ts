export { ReassignItem } from '../meetings/ReassignItem.tsx';
