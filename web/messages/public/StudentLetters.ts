export { StudentLetters, useSeesLetters } from '../letters/StudentLetters.tsx';
