export { UndoBand } from '../meetings/UndoBand.tsx';
