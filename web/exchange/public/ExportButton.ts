export { ExportButton } from '../exports/ExportButton.tsx';
