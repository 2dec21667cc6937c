import type { DehydratedState } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/session.ts';

type DehydratedQuery = DehydratedState['queries'][number];

/** Older than an answer of this load, which is not replaced. */
const earlierMs = 60_000;

/**
 * A stored query by the present clock of the device. One of the future was stored before the clock was put back: it
 * counts as old, and a configuration of it says nothing about the clock, which is taken for right until the server
 * answers.
 */
export function byDeviceClock(query: DehydratedQuery, now: number): DehydratedQuery {
  if (query.state.dataUpdatedAt <= now) return query;
  const dataUpdatedAt = now - earlierMs;
  const data: unknown =
    query.queryKey[0] === 'config'
      ? { ...(query.state.data as PublicConfig), now: new Date(dataUpdatedAt).toISOString() }
      : query.state.data;
  return { ...query, state: { ...query.state, data, dataUpdatedAt } };
}
