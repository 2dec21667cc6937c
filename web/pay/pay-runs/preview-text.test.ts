import { expect, it } from 'vitest';
import { previewText } from './preview-text.ts';

const none = { lines: 0, corrections: 0, minutes: 0, amount: '0.00', pending: 0, corrected: 0 };

it.each([
  [{}, 'Nothing is to be exported.'],
  [{ lines: 2 }, '2 check-ins and 0 corrections of earlier runs, together $5.'],
  [
    { lines: 1, corrections: 2, corrected: 1, pending: 1 },
    '1 check-in and 2 corrections of 1 check-in in earlier runs, together $5. 1 check-in of these days is pending and not in it.',
  ],
  [
    { pending: 3 },
    'Nothing is to be exported. 3 check-ins of these days are pending and not in it.',
  ],
])('%o is written as %s', (some, text) => {
  expect(previewText({ ...none, ...some }, '$5')).toBe(text);
});
