import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { changedSince, topicsOf } from '#server/school/live-marks.ts';

describe('the topics of a stream', () => {
  it.each([
    [{ date: '2026-03-02' }, ['plan', 'day:2026-03-02']],
    [{ class_schedule: 7, date: '2026-03-02' }, ['plan', 'class:7', 'class:7:2026-03-02']],
    [
      { date: '2026-02-28', until: '2026-03-02' },
      ['plan', 'day:2026-02-28', 'day:2026-03-01', 'day:2026-03-02'],
    ],
  ])('%j', (query, topics) => expect(topicsOf(query)).toEqual(topics));
});

describe('announced to the screens of other users', () => {
  let school: TestSchool;
  let hub: LiveHub;
  const topics = ['plan', 'day:2026-03-09'];
  let received: string[] = [];
  let onFirst = () => {};
  beforeAll(async () => {
    school = await createTestSchool();
    hub = createLiveHub({
      connection: school.connection,
      notify: (channel, text) => school.pool.query('select pg_notify($1, $2)', [channel, text]),
      poll: (since) => changedSince(school.database, since),
      log: () => {},
    });
    await new Promise<void>((listening) => {
      hub.subscribe(topics, (change) => {
        if (!change) return listening();
        received.push(change.topic);
        onFirst();
      });
    });
  });
  afterAll(async () => {
    await hub.stop();
    await school.close();
  });

  /** The topics that a call publishes; they arrive in one notification. */
  async function published(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
  ): Promise<string[]> {
    received = [];
    const first = new Promise<void>((resolve) => (onFirst = resolve));
    const answer = await school.call('admin', method, `attendance/${path}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    await first;
    return received;
  }
  const holiday = { name: 'Flood', date_from: '2026-03-09', date_to: '2026-03-09' };

  it('of a holiday', async () => {
    expect(await published('POST', 'holiday/create/', holiday)).toEqual(['plan']);
  });

  it.each([
    ['room', 'classroom', { room_number: 'R1n' }],
    ['subject', 'subjects', { subject_name: 'Algebra II' }],
    ['teacher', 'teachers', { first_name: 'Theresa' }],
  ])('of another name of a %s', async (_what, path, change) => {
    const { body } = await school.call('admin', 'GET', `attendance/${path}/`);
    const { id } = body.results[0];
    expect(await published('PATCH', `${path}/${id}/`, change)).toEqual(['plan']);
  });

  it('of an archived class', async () => {
    const id = await school.classId('mon9');
    expect(await published('POST', 'classschedule/create/', { archive: 'ids', ids: [id] })).toEqual(
      ['plan'],
    );
  });

  it('of a change of one class only where it is held', async () => {
    const id = await school.classId('mon9b');
    const change = { start_time: '13:00', end_time: '14:00', effective_from: '2026-03-09' };
    expect(await published('PATCH', `classschedule/${id}/`, change)).toEqual(['day:2026-03-09']);
  });
});
