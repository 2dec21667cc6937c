import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQrSchool, qrDate, type QrSchool } from '#server/test/qr.ts';

let qr: QrSchool;
let mon9: number;
beforeEach(async () => {
  qr = await createQrSchool();
  mon9 = await qr.school.classId('mon9');
  qr.at('09:05:00');
  await qr.open();
});
afterEach(() => qr.school.close());

const admin = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const answer = await qr.school.call('admin', method, `attendance/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const rowOf = async (table: 'semester' | 'classroom') =>
  (await qr.school.database.selectFrom(table).select('id').executeTakeFirstOrThrow()).id;
const move = async (body: object) => {
  const { id } = await qr.school.database
    .selectFrom('class_meeting')
    .select('id')
    .where('class_schedule_id', '=', mon9)
    .where('date', '=', qrDate)
    .executeTakeFirstOrThrow();
  return admin('POST', `meetings/${id}/move/`, {
    date: qrDate,
    start_time: '14:00',
    end_time: '15:00',
    confirm: true,
    ...body,
  });
};
const archive = () => admin('POST', 'classschedule/create/', { archive: 'ids', ids: [mon9] });
/** A scan at 9:05; the class is changed at 9:06, before it is redeemed at 9:08. */
async function scanned(change: () => Promise<unknown>) {
  const send = qr.browser();
  const { token } = await qr.shown();
  const { claim } = (await send('anonymous', 'claim', { token })).body;
  qr.at('09:06:00');
  await change();
  qr.at('09:08:00');
  return () => send('student', 'check-in', { claim });
}

describe('a scan of a class that was changed before it is redeemed (R-QR-3)', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['moved to another time', () => move({})],
    ['moved to another day', () => move({ date: '2026-03-06' })],
    [
      'moved and undone',
      async () => admin('POST', `operations/${(await move({})).operation}/undo/`, {}),
    ],
  ])('%s: the student is present, at the times of the scan', async (_what, change) => {
    const redeem = await scanned(change);
    expect(await redeem()).toMatchObject({
      status: 200,
      body: {
        status: 'Present',
        arrived_at: '2026-03-01T22:05:00.000Z',
        late_minutes: null,
        start_time: '09:00',
        end_time: '10:00',
      },
    });
    expect(await qr.marks()).toMatchObject([{ student_id: 'S1', status: 'Present', how: 'qr' }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['archived', archive],
    [
      'another weekday',
      () =>
        admin('PATCH', `classschedule/${mon9}/`, {
          day_of_week: 'Friday',
          effective_from: qrDate,
          confirm_clashes: true,
        }),
    ],
    [
      'a holiday',
      () => admin('POST', 'holiday/create/', { name: 'Flood', date_from: qrDate, date_to: qrDate }),
    ],
    [
      'the end of the classes of its semester',
      async () =>
        admin('PATCH', `semesters/${await rowOf('semester')}/`, { class_end_date: '2026-03-01' }),
    ],
  ])('%s: it is held, once, and marks the student when it is accepted', async (_what, change) => {
    const redeem = await scanned(change);
    const saved = { held: true, already: false, arrived_at: '2026-03-01T22:05:00.000Z' };
    expect(await redeem()).toMatchObject({ status: 200, body: saved });
    expect(await redeem()).toMatchObject({ status: 200, body: { ...saved, already: true } });
    expect(await qr.marks()).toEqual([]);
    const { results } = await admin('GET', 'held-marks/');
    expect(results).toMatchObject([{ how: 'qr', student: { student_id: 'S1' } }]);
    const ids = results.map(({ id }: { id: number }) => id);
    expect(await admin('POST', 'held-marks/decide/', { ids, accept: true })).toMatchObject({
      fail: [],
    });
    expect(await qr.marks()).toEqual([
      { student_id: 'S1', status: 'Present', how: 'qr', late: null },
    ]);
    expect((await redeem()).body).toMatchObject({ status: 'Present', already: true });
  });

  it('taken over by another class: the student reads which class they have', async () => {
    const { id } = await qr.school.database
      .selectFrom('subject')
      .select('id')
      .where('subject_code', '=', 'MAT2')
      .executeTakeFirstOrThrow();
    const redeem = await scanned(() =>
      admin('POST', `classschedule/${mon9}/successor/`, {
        subject_id: id,
        effective_from: qrDate,
        confirm_clashes: true,
      }),
    );
    expect(await redeem()).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^You are not enrolled .* Now you have MAT2/) },
    });
  });

  it('archived before the scan: it is refused', async () => {
    const send = qr.browser();
    const { token } = await qr.shown();
    qr.at('09:05:02');
    await archive();
    qr.at('09:05:04');
    const { claim } = (await send('anonymous', 'claim', { token })).body;
    expect((await send('student', 'check-in', { claim })).status).toBe(400);
  });
});

it('a scan whose student was marked, and whose mark was taken back, says so (R-QR-2)', async () => {
  const student = [await qr.school.studentId('S1')];
  const roll = { class_schedule: mon9, date: qrDate, student };
  const teacher = (path: string, body: object) =>
    qr.school.call('teacher', 'POST', `attendance/${path}/`, { ...roll, ...body });
  const redeem = await scanned(async () => {
    await teacher('attendance/create', { status: 'Present' });
    await teacher('withdraw-marks', { status: 'Present' });
  });
  expect(await redeem()).toMatchObject({
    status: 409,
    body: {
      detail:
        'Your mark in this class was taken back after you scanned the code: speak to the teacher',
    },
  });
});
