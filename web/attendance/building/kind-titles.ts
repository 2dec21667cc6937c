import type { RollCallRecord } from '#contract/attendance/building.ts';
import type { RollCallKind } from '#contract/attendance/building-counts.ts';
import { moment } from '#web/ui/format.ts';

export const kindTitles: Record<RollCallKind, string> = { drill: 'Drill', emergency: 'Emergency' };

/** *Drill, 1 December 2026 10:40*. */
export const titleOf = (
  { kind, started_at }: Pick<RollCallRecord, 'kind' | 'started_at'>,
  timeZone: string,
): string => `${kindTitles[kind]}, ${moment(started_at, timeZone)}`;
