import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedSince } from './queries.ts';
import { openSchool, type School } from '../../test/school.ts';
import { createLiveHub, type LiveHub } from '../../platform/live/hub.ts';

let school: School;
let one: LiveHub;
let other: LiveHub;

const hub = () =>
  createLiveHub({
    connection: school.connection,
    notify: (channel, payload) => school.pool.query('select pg_notify($1, $2)', [channel, payload]),
    poll: (since) => changedSince(school.database, since),
    log: () => {},
  });

/** The next thing that a hub tells of a topic. */
const next = (from: LiveHub, topic: string) =>
  new Promise<string | null>((resolve) => {
    const leave = from.subscribe([topic], (told) => {
      leave();
      resolve(told);
    });
  });

beforeAll(async () => {
  school = await openSchool();
  one = hub();
  const listening = next(one, 'anything');
  await listening;
  other = hub();
  await next(other, 'anything');
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await school.close();
});

describe('news between processes', () => {
  it('reaches whoever listens to its topic, in both processes', async () => {
    const heard = Promise.all([next(one, 'class:1:2026-03-02'), next(other, 'class:1:2026-03-02')]);
    one.publish('class:1:2026-03-02');
    expect(await heard).toEqual(['class:1:2026-03-02', 'class:1:2026-03-02']);
  });

  it('of a rush travels together: one notification for many marks of a class', async () => {
    let told = 0;
    const leave = other.subscribe(['class:2:2026-03-02'], () => told++);
    for (let mark = 0; mark < 50; mark++) one.publish('class:2:2026-03-02');
    const last = next(other, 'last');
    one.publish('last');
    await last;
    leave();
    expect(told).toBe(1);
  });

  it('goes on after the database closed the connections, and tells everybody to look again', async () => {
    const again = next(other, 'class:3:2026-03-02');
    const admin = new pg.Client(school.connection as pg.ClientConfig);
    await admin.connect();
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`);
    await admin.end();
    expect(await again).toBeNull();
    const heard = next(other, 'class:3:2026-03-02');
    one.publish('class:3:2026-03-02');
    expect(await heard).toBe('class:3:2026-03-02');
  });
});

it('an engine without notifications finds what changed in the history of marks', async () => {
  const { mark } = await changedSince(school.database, null);
  const mon9 = await school.classId('mon9');
  await school.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number: 'S1', class_schedule: mon9, date: '2026-03-02' });
  const news = await changedSince(school.database, mark);
  expect(news.topics).toEqual([`class:${mon9}:2026-03-02`, 'day:2026-03-02']);
  expect(await changedSince(school.database, news.mark)).toEqual({ topics: [], mark: news.mark });
});
