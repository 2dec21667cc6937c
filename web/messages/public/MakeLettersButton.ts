export { MakeLettersButton } from '../letters/MakeLettersButton.tsx';
