import { enrolling, marking, seating } from './attendance-calls.ts';
import { building } from './building-calls.ts';
import { cards } from './card-calls.ts';
import type { PairCall } from './calls.ts';
import { following } from './follow-up-calls.ts';
import { masterData } from './master-data-calls.ts';
import { pay } from './pay-calls.ts';
import { people } from './people-calls.ts';
import { timetable } from './timetable-calls.ts';
import { undoing } from './undo-calls.ts';

export const writingCalls: PairCall[] = [
  ...marking,
  ...seating,
  ...enrolling,
  ...people,
  ...timetable,
  ...pay,
  ...cards,
  ...following,
  ...masterData,
  ...undoing,
  ...building,
];
