import { expect, it } from 'vitest';
import { inThread } from '#server/platform/jobs/thread.ts';

const module = new URL('content-lines.ts', import.meta.url);

/** How many components and events a calendar of such lines has, read with 64 MB. */
const read = (lines: string) =>
  inThread<number[]>(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      import { readComponents } from '${module.href}';
      const { calendar, events } = readComponents('BEGIN:VCALENDAR\\n' + ${lines});
      parentPort.postMessage([calendar.components.length, events]);`)}`,
    ),
    null,
    { maxHeapMb: 64 },
  );

it.each([
  ['lines outside of events', `'A:\\n'.repeat(3_300_000)`, [0, 0]],
  ['parts that are not read', `'BEGIN:A\\nEND:A\\n'.repeat(700_000)`, [0, 0]],
  [
    'lines of an event that are not used',
    `'BEGIN:VEVENT\\n' + 'X;Y=1:\\n'.repeat(1_400_000)`,
    [1, 1],
  ],
  ['events', `'BEGIN:VEVENT\\nEND:VEVENT\\n'.repeat(400_000)`, [5000, 400_000]],
])(
  'a calendar of 10 MB of %s takes no memory for each (R-IMPORT-4)',
  async (_what, lines, found) => {
    expect(await read(lines)).toEqual(found);
  },
);
