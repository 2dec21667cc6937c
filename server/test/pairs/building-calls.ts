import type { PairCall } from './calls.ts';
import { call, post } from './describe-call.ts';

const tick = (device: number, accounted: boolean) =>
  post(
    `tick ${accounted ? 'S1' : 'S1 off'} in the roll call of the building`,
    'S1 roll-call',
    'building/ticks',
    ({ rollCall }) => ({
      roll_call: rollCall,
      device: `00000000-0000-4000-8000-00000000000${device}`,
      ticks: [{ number: 1, person: 1, accounted, made_at: `2026-03-02T09:14:0${device}+11:00` }],
    }),
  );

/** Roll calls of the building. */
export const building: PairCall[] = [
  tick(1, true),
  tick(2, false),
  post(
    'start a roll call of the building',
    'S1 class roll-call',
    'building/roll-calls/create',
    () => ({
      kind: 'drill',
    }),
  ),
  call(
    'end the roll call of the building',
    'S1 class roll-call',
    'POST',
    ({ rollCall }) => `building/roll-calls/${rollCall}/end`,
  ),
];
