import type { ImportKindOptions } from '../runs/kinds.ts';
import { importCalendar } from './run.ts';

export const calendarKind: ImportKindOptions = {
  maxHeapMb: 256,
  timeoutMs: 5 * 60_000,
  run: importCalendar,
};
