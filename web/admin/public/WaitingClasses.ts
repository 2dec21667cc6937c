export { WaitingClasses } from '../set-up/WaitingClasses.tsx';
