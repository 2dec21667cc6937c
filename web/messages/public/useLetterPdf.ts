export { useLetterPdf } from '../letters/useLetterPdf.ts';
