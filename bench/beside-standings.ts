import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/database/pool.ts';
import { followFromStart, secondsUntilFollowed } from './followed.ts';
import { median, oneByOne, type Tap } from './load.ts';

/** Some ten seconds: the job rests longer than it works. */
const perKind = 8000;
/** The job looks every two seconds. */
const untilBegunMs = 5000;

/** Taps of one client while the job has nothing to do, and while it computes all standings from nothing. */
export async function measureBesideStandings(
  database: Database,
  { base, headers, taps }: { base: string; headers: Record<string, string>; taps: Tap[] },
): Promise<[what: string, figure: string][]> {
  const measure = async () => {
    const times = await oneByOne(
      base,
      headers,
      taps.splice(0, perKind).map(({ card, classSchedule, date }) => ({
        method: 'POST',
        path: '/api/v2/attendance/attendance/create/',
        body: { rfid_number: card, class_schedule: classSchedule, date },
      })),
    );
    const late = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    return `${median(times).toFixed(2)} ms, p99 ${late.toFixed(1)} ms`;
  };
  await secondsUntilFollowed(database);
  const atRest = await measure();
  await followFromStart(database);
  await pause(untilBegunMs);
  return [
    ['tap at 1 client, the job of standings at rest', atRest],
    ['… while it computes all standings', await measure()],
  ];
}
