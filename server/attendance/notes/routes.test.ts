import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
let school: TestSchool;
let class_schedule_id: number;
let tess: number;
beforeAll(async () => {
  school = await createTestSchool();
  class_schedule_id = await school.classId('mon9');
  tess = (await school.call('teacher', 'GET', 'user/details/')).body.teacher_id;
});
afterAll(() => school.close());
const add = (caller: 'teacher' | 'otherTeacher' | 'admin', more: object = {}) =>
  school.call(caller, 'POST', 'attendance/attendance-note/create/', {
    class_schedule_id,
    note: 'Projector is broken',
    date,
    ...more,
  });

describe('notes', () => {
  it('of a class and date are listed with their authors; dates may be repeated', async () => {
    const added = await add('teacher', { teacher_id: tess });
    expect(added).toMatchObject({
      status: 201,
      body: {
        author: 'Tess Teacher',
        teacher_id: tess,
        class_schedule_id,
        note: 'Projector is broken',
        date,
      },
    });
    const listed = await school.call(
      'admin',
      'GET',
      `attendance/attendance-note?date=${date}&date=2026-03-03&class_schedule=${class_schedule_id}`,
    );
    expect(listed.body.results).toMatchObject([{ id: added.body.id }]);
  });

  it('are changed and deleted by their authors, not by another teacher, and by an admin', async () => {
    const { id } = (await add('teacher')).body;
    const path = `attendance/attendance-note/${id}/`;
    expect((await school.call('otherTeacher', 'PATCH', path, { note: 'x' })).status).toBe(403);
    expect((await school.call('teacher', 'PATCH', path, { note: 'Lamp' })).body.note).toBe('Lamp');
    expect((await school.call('admin', 'PATCH', path, { note: 'Lamp ordered' })).status).toBe(200);
    expect((await school.call('otherTeacher', 'DELETE', path)).status).toBe(403);
    const archive = (caller: 'teacher' | 'otherTeacher', what: string) =>
      school.call(caller, 'POST', 'attendance/attendance-note/create/', {
        archive: what,
        ids: [id],
      });
    expect((await archive('otherTeacher', 'ids')).status).toBe(403);
    expect((await archive('teacher', 'ids')).status).toBe(200);
    expect((await archive('otherTeacher', 'restore')).status).toBe(403);
    expect((await archive('teacher', 'restore')).status).toBe(200);
    expect((await school.call('teacher', 'DELETE', path)).status).toBe(204);
    expect((await school.call('teacher', 'DELETE', path)).status).toBe(404);
  });

  it('keep their author when somebody else edits them', async () => {
    const { id } = (await add('teacher')).body;
    const corrected = await school.call('admin', 'PATCH', `attendance/attendance-note/${id}/`, {
      date: '2026-03-09',
      note: 'Lamp',
    });
    expect(corrected.body).toMatchObject({
      author: 'Tess Teacher',
      teacher_id: tess,
      date: '2026-03-09',
      note: 'Lamp',
    });
    expect(
      (
        await school.call('teacher', 'PATCH', `attendance/attendance-note/${id}/`, {
          teacher_id: tess + 1,
        })
      ).status,
    ).toBe(403);
  });

  it('without a teacher do not belong to users who do not teach either', async () => {
    const { id } = (await add('admin')).body;
    await school.database
      .insertInto('app_user')
      .values({ email: 'tina@school.example', name: 'Tina', roles: ['teacher'] })
      .execute();
    const token = await school.issuer.token({ email: 'tina@school.example', name: 'Tina' });
    const asTina = (method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      school.call('anonymous', method, path, body, { authorization: `Bearer ${token}` });
    expect((await asTina('GET', 'user/details/')).body).toMatchObject({
      user_role: ['teacher'],
      teacher_id: null,
    });
    const path = `attendance/attendance-note/${id}/`;
    expect((await asTina('PATCH', path, { note: 'x' })).status).toBe(403);
    expect((await asTina('DELETE', path)).status).toBe(403);
    expect((await school.call('admin', 'GET', path)).body.note).toBe('Projector is broken');
  });

  it('are filtered by date, class, teacher, subject and words', async () => {
    const { id } = (await add('teacher', { note: 'Window 4% open', date: '2026-03-16' })).body;
    const found = async (query: string) =>
      (
        await school.call('otherTeacher', 'GET', `attendance/attendance-note/?${query}`)
      ).body.results.map((row: { id: number }) => row.id);
    for (const query of [
      'from_date=2026-03-16&to_date=2026-03-16',
      'date=2026-03-16',
      'search=window%204%25',
      'search=tess%20window',
    ])
      expect(await found(query)).toEqual([id]);
    for (const query of [
      `teacher=${tess}`,
      `class_schedule=${class_schedule_id}`,
      'search=algebra',
    ])
      expect(await found(query)).toContain(id);
    for (const query of [
      'from_date=2026-03-17',
      'to_date=2026-02-01',
      'search=w_ndow',
      'subject=999',
      'teacher=999',
    ])
      expect(await found(query)).toEqual([]);
  });

  it('are about a given student, who is in the class on that date', async () => {
    const student_id = await school.studentId('S1');
    const added = await add('teacher', { note: 'Left early', student_id });
    expect(added).toMatchObject({
      status: 201,
      body: { student_id, student: { id: student_id, student_id: 'S1' } },
    });
    const found = await school.call(
      'admin',
      'GET',
      `attendance/attendance-note/?student=${student_id}`,
    );
    expect(found.body.results.map((row: { id: number }) => row.id)).toEqual([added.body.id]);
    const details = await school.call('admin', 'GET', `attendance/student-details/${student_id}/`);
    expect(details.body.notes[0]).toMatchObject({ note: 'Left early', about_student: true });
    const refused = { status: 400, body: { student_id: ['is not in this class on this date'] } };
    expect(await add('teacher', { student_id: await school.studentId('S4') })).toMatchObject(
      refused,
    );
    expect((await add('teacher', { student_id: 999999 })).body).toEqual({
      student_id: ['does not exist'],
    });
    // Other students of the class have it neither on their page nor in their file.
    const other = await school.call(
      'admin',
      'GET',
      `attendance/student-details/${await school.studentId('S2')}/`,
    );
    expect(other.body.notes.map((row: { note: string }) => row.note)).not.toContain('Left early');
  });

  it('are written only in the caller’s own name', async () => {
    expect((await add('otherTeacher', { teacher_id: tess })).status).toBe(403);
    expect((await add('admin', { teacher_id: tess })).body.teacher_id).toBe(tess);
  });

  it.each([
    [{ note: '' }, { note: ['is required'] }],
    [{ note: 'x'.repeat(4001) }, { note: ['must have at most 4000 characters'] }],
    [{ class_schedule_id: 999999 }, { class_schedule_id: ['does not exist'] }],
    [{ teacher_id: -1 }, { teacher_id: ['must be a whole number'] }],
    [{ date: undefined }, { date: ['is required'] }],
  ])('are refused: %j', async (more, body) =>
    expect(await add('teacher', more)).toMatchObject({ status: 400, body }),
  );
});
