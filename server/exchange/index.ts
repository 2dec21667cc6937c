/**
 * The door of exchange: imports, exports, undo, tokens and webhooks.
 * Other domains import nothing else of it.
 */
export type { FileName } from './csv/columns.ts';
export { checkRows } from './csv/read.ts';
export { reportLines } from './csv/report.ts';
export { runImport } from './csv/run.ts';
