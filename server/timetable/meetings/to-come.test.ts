import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let [tess, room] = [0, 0];
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
  room = (await school.call('admin', 'GET', 'attendance/classroom/')).body.results[0].id;
});
afterEach(() => school.close());

const post = (path: string, body: object) =>
  school.call('admin', 'POST', `attendance/${path}/create/`, body);
const archive = (path: string, ids: number[]) => post(path, { archive: 'ids', ids });

describe('a teacher or a room that future classes need', () => {
  it('is not archived, and the response contains their number', async () => {
    expect(await archive('teachers', [tess])).toMatchObject({
      status: 409,
      body: {
        detail:
          'This teacher is needed by 29 classes to come, until 2026-06-09. Give them to another teacher or to the next one of each class, or cancel them, first.',
        meetings: 29,
      },
    });
    expect(await archive('classroom', [room])).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('This classroom is needed by ') },
    });
    const byDelete = { archive: 'ids', ids: [tess] };
    expect(
      (await school.call('admin', 'DELETE', 'attendance/teachers/create/', byDelete)).status,
    ).toBe(409);
    const { results } = (await school.call('admin', 'GET', 'attendance/teachers/')).body;
    expect(results.map(({ id }: { id: number }) => id)).toContain(tess);
  });

  it('is archived after others have taken the classes', async () => {
    const named = { first_name: 'Uma', last_name: 'New', email: 'uma@school.example', phone: '1' };
    const uma = (await post('teachers', named)).body.id;
    const second = (await post('classroom', { room_number: 'R2', capacity: 20 })).body.id;
    for (const [kind, from, to] of [
      ['teacher', tess, uma],
      ['classroom', room, second],
    ])
      expect(
        (
          await post('classschedule-reassign', {
            kind,
            from,
            to,
            effective_from: '2026-03-02',
            confirm: true,
          })
        ).status,
      ).toBe(200);
    expect((await archive('teachers', [tess])).status).toBe(200);
    expect((await archive('classroom', [room])).status).toBe(200);
  });

  it('is archived after they are over', async () => {
    school.at('2026-06-12T18:00:00+10:00');
    expect((await archive('teachers', [tess])).status).toBe(200);
    expect((await archive('classroom', [room])).status).toBe(200);
  });
});
