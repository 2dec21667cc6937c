export { finishPopup } from '../sign-in/finishPopup.ts';
