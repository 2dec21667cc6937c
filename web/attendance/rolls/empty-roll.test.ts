import { expect, it } from 'vitest';
import { reasonText } from './empty-roll.ts';

it.each([
  [
    { later: 0, first_day: null, earlier: 0, last_day: null },
    'No student has ever been enrolled in it.',
  ],
  [
    { later: 1, first_day: '2026-03-16', earlier: 0, last_day: null },
    'Enrolled: 1 student from 16 Mar 2026 on.',
  ],
  [
    { later: 2, first_day: '2026-03-16', earlier: 3, last_day: '2026-03-05' },
    'Enrolled: 2 students from 16 Mar 2026 on; 3 students until 5 Mar 2026.',
  ],
])('%j: %s (R-ROLL-20)', (reason, text) => expect(reasonText(reason)).toBe(text));
