import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { madeAt } from './send.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

/** The server is two minutes ahead of the device. */
const now = () => new Date(Date.now() + 120_000);
const before = (ms: number) => ({ at: Date.now() - ms });

it('a mark that is sent at once has no time of its own', () => {
  expect(madeAt(before(100), now)).toEqual({});
});

it('one that waited for less than a second has its time, by the server’s clock', () => {
  expect(madeAt(before(300), now)).toEqual({ made_at: '2026-03-02T09:01:59.700Z' });
});
