export { openLetters } from '../letters/open-letters.tsx';
