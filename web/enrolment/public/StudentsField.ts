export { StudentsField } from '../enrol/StudentsField.tsx';
