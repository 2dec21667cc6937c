import type { RollCallKind } from '#contract/attendance/building.ts';

export const kindTitles: Record<RollCallKind, string> = { drill: 'Drill', emergency: 'Emergency' };
