import { expect, it } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import { whyGone } from './why-gone.ts';

it('a class that was removed is no outage', () => {
  expect(whyGone(new ApiError(404, {}))?.title).toBe('This class is no longer there');
  expect(whyGone(new ApiError(403, { detail: 'Not known here.' }))).toMatchObject({
    title: 'Your account may not see this roll',
    text: expect.stringContaining('Not known here.'),
  });
});

it('an outage is one: no answer, too many calls, a failing server', () => {
  for (const status of [0, 401, 429, 500, 502, 503])
    expect(whyGone(new ApiError(status, {})), String(status)).toBe(null);
});
