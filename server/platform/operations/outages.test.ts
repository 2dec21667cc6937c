import { expect, it } from 'vitest';
import { createOutageLog } from './outages.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('an outage of the database is one line, and its end another, whichever part notices', async () => {
  const lines: string[] = [];
  let isAway = true;
  const outages = createOutageLog({
    log: (line) => lines.push(line),
    probe: () => (isAway ? Promise.reject(refused) : Promise.resolve()),
    probeMs: 5,
  });
  expect(outages.isReachable()).toBe(true);
  for (let second = 0; second < 20; second++) {
    outages.report('Jobs', refused);
    outages.report('Standings', refused);
  }
  expect(outages.isReachable()).toBe(false);
  // Other failures are no outage.
  outages.report('Rolls', new Error('no such column'));
  isAway = false;
  await expect.poll(() => outages.isReachable()).toBe(true);
  outages.report('Jobs', refused);
  expect(lines).toEqual([
    'The database is away (connect ECONNREFUSED); work goes on by itself when it is back.',
    'Rolls: no such column',
    expect.stringMatching(/^The database is back after \d+\.\d s\.$/),
    'The database is away (connect ECONNREFUSED); work goes on by itself when it is back.',
  ]);
  outages.stop();
});
