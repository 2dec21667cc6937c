import { enrolling, marking } from './attendance-calls.ts';
import type { PairCall } from './calls.ts';
import { pay } from './pay-calls.ts';
import { people } from './people-calls.ts';
import { timetable } from './timetable-calls.ts';

export const writingCalls: PairCall[] = [...marking, ...enrolling, ...people, ...timetable, ...pay];
