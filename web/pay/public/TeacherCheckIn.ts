export { TeacherCheckIn } from '../check-in/TeacherCheckIn.tsx';
