import type { ImportKindOptions } from '../runs/import-work.ts';
import { importCalendar } from './run.ts';

export const calendarKind: ImportKindOptions = {
  maxHeapMb: 256,
  timeoutMs: 5 * 60_000,
  run: importCalendar,
};
