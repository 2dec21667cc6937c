export { default } from '../set-up/NotSetUp.tsx';
