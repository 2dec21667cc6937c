import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { madeAt } from './send.ts';
import { noteMade } from './waited.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

/** The server is two minutes ahead of the device. */
const now = () => new Date(Date.now() + 120_000);
const before = (ms: number) => ({ key: 'of another page', at: Date.now() - ms });

it('a mark that is sent at once has no time of its own', () => {
  expect(madeAt(before(100), now)).toEqual({});
});

it('one that waited for less than a second has its time, by the server’s clock', () => {
  expect(madeAt(before(300), now)).toEqual({ made_at: '2026-03-02T09:01:59.700Z' });
});

it('one that waited while the clock of the device was set back has a time before it was sent', () => {
  noteMade('here');
  const mark = { key: 'here', at: Date.now() };
  vi.advanceTimersByTime(8000);
  vi.setSystemTime(new Date('2026-03-02T08:59:00Z'));
  expect(madeAt(mark, now)).toEqual({ made_at: '2026-03-02T09:00:52.000Z' });
});
