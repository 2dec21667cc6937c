import { hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { byDeviceClock } from './device-clock.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
const hours = 3_600_000;
const stored = (key: string, dataUpdatedAt: number, data: object) =>
  ({
    queryKey: [key],
    queryHash: `["${key}"]`,
    state: { data, dataUpdatedAt },
  }) as unknown as Parameters<typeof byDeviceClock>[0];

it('what was stored before the clock of the device was put back counts as old', () => {
  const { state } = byDeviceClock(stored('roll', now + 5 * hours, { results: [] }), now);
  expect(state).toEqual({ data: { results: [] }, dataUpdatedAt: now - 60_000 });
});

it('a configuration of before says nothing about the clock', () => {
  const config = { now: '2026-03-02T09:00:00.000Z', title: 'Institute' };
  const { state } = byDeviceClock(stored('config', now + 5 * hours, config), now);
  const { now: named } = state.data as { now: string };
  expect(Date.parse(named) - state.dataUpdatedAt).toBe(0);
});

it('what was stored in the past stays', () => {
  const query = stored('config', now - hours, { now: '2026-03-02T08:30:00Z' });
  expect(byDeviceClock(query, now)).toBe(query);
});

it('an answer of this load is not replaced by it', () => {
  const queries = new QueryClient();
  queries.setQueryData(['config'], { now: 'fresh' }, { updatedAt: now });
  const query = byDeviceClock(stored('config', now + 5 * hours, { now: 'stored' }), now);
  hydrate(queries, { mutations: [], queries: [query] } satisfies DehydratedState);
  expect(queries.getQueryData(['config'])).toEqual({ now: 'fresh' });
});
