import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

it('a whole semester is archived and restored in one step; its rolls and rates do not change', async () => {
  const mon9 = await school.classId('mon9');
  const sat9 = await school.classId('sat9');
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    school.call('admin', method, `attendance/${path}`, body);
  const marked = await call('POST', 'attendance/create/', {
    rfid_number: 'S1',
    class_schedule: mon9,
    date: '2026-03-02',
  });
  expect(marked.status).toBe(201);
  const { id } = (await call('GET', 'semesters/')).body.results[0];
  // One class was archived earlier, separately.
  await call('POST', 'classschedule/create/', { archive: 'ids', ids: [sat9] });
  const roll = async () =>
    (await call('GET', `attendance/?class_schedule=${mon9}&date=2026-03-02`)).body.results;
  const before = await roll();

  expect(await call('POST', `semesters/${id}/whole/`, { archive: 'all' })).toMatchObject({
    status: 200,
    body: { classes: 4 },
  });
  expect((await call('GET', 'semesters/')).body.total).toBe(0);
  expect((await call('GET', 'classschedule/')).body.total).toBe(0);
  expect((await call('GET', 'bulk-archive/?archive_name=classschedule')).body.total).toBe(5);
  expect(await roll()).toEqual(before);
  const rates = (
    await call('GET', `student-schedule-attendance-stat/${await school.studentId('S1')}/`)
  ).body;
  expect(JSON.stringify(rates)).toContain('"present":1');
  // It accepts no new marks.
  expect(
    (
      await call('POST', 'attendance/create/', {
        rfid_number: 'S2',
        class_schedule: mon9,
        date: '2026-03-02',
      })
    ).status,
  ).toBe(400);
  expect(await call('POST', `semesters/${id}/whole/`, { archive: 'all' })).toMatchObject({
    status: 200,
    body: { classes: 0 },
  });

  expect(await call('POST', `semesters/${id}/whole/`, { archive: 'restore' })).toMatchObject({
    status: 200,
    body: { classes: 4 },
  });
  expect((await call('GET', 'classschedule/')).body.total).toBe(4);
  expect(
    (await call('GET', 'bulk-archive/?archive_name=classschedule')).body.results,
  ).toMatchObject([{ id: sat9 }]);
});

it('archiving a whole semester is a recorded change, which is undone in one step (R-UNDO-1)', async () => {
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    school.call('account', method, `attendance/${path}`, body);
  const { id } = (await call('GET', 'semesters/')).body.results[0];
  const classes = (await call('GET', 'classschedule/')).body.total;
  const archived = await call('POST', `semesters/${id}/whole/`, { archive: 'all' });
  expect(archived.body).toEqual({ classes, operation: expect.any(Number) });
  const undone = await call('POST', `bulk-operations/${archived.body.operation}/undo/`, {
    confirm_clashes: true,
  });
  expect(undone).toMatchObject({ status: 200, body: { undone: classes + 1, refused: 0 } });
  expect((await call('GET', 'semesters/')).body.total).toBe(1);
  expect((await call('GET', 'classschedule/')).body.total).toBe(classes);
});

it('it requires permission to delete classes as well, and an existing semester', async () => {
  expect(
    (await school.call('teacher', 'POST', 'attendance/semesters/1/whole/', { archive: 'all' }))
      .status,
  ).toBe(403);
  expect(
    (await school.call('admin', 'POST', 'attendance/semesters/424242/whole/', { archive: 'all' }))
      .status,
  ).toBe(404);
  expect(
    (await school.call('admin', 'POST', 'attendance/semesters/1/whole/', { archive: 'ids' })).body,
  ).toEqual({
    archive: ['must be all or restore'],
  });
});
