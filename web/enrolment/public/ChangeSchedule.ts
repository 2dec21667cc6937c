export { ChangeSchedule } from '../enrol/ChangeSchedule.tsx';
