import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditLine } from '#contract/admin/audit.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, sendFile } from '#server/test/upload.ts';

let school: TestSchool;
let [s1, s2] = [0, 0];
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
  school.at('2026-03-02T09:05:00+11:00');
  [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
  await sql`update student set rfid_number = null`.execute(school.database);
});
afterAll(() => school.close());

const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await school.call('admin', method, `attendance/${path}`, body);
  expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201, 204])]);
  return answer.body;
};
/** The latest line, with the names that it shows. */
const last = async () => {
  const [line] = (await call('GET', 'audit/?limit=1')).results as AuditLine[];
  return { what: line!.what, names: line!.names.map(({ thing, name }) => `${thing} ${name}`) };
};
/** Whether the log of a student has a line. */
const isInLogOf = async (student: number, what: string) =>
  ((await call('GET', `audit/?student=${student}&limit=50`)).results as AuditLine[]).some(
    (line) => line.what === what,
  );
const [anna, bo] = ['student S1 Anna Ångström', 'student S2 Bo Nguyễn'];

it('undoing a hand-out names both students, also in their logs', async () => {
  await call('POST', 'cards/hand-out/', { student: s1, number: '6001' });
  const { id, before } = await call('POST', 'cards/hand-out/', {
    student: s2,
    number: '6001',
    confirm: true,
  });
  await call('POST', 'cards/hand-out/undo/', { id, before });
  expect(await last()).toEqual({ what: 'Undo hand-out of card', names: [bo, anna] });
  for (const student of [s1, s2])
    expect(await isInLogOf(student, 'Undo hand-out of card')).toBe(true);
});

it('a former card names its student', async () => {
  await call('PATCH', `students/${s1}/`, { rfid_number: '6002' });
  const { results } = await call('GET', `student-details/${s1}/cards/`);
  await call('PATCH', `cards/${results[1].id}/`, { reason: 'returned' });
  expect(await last()).toEqual({ what: 'Change former card', names: [anna] });
});

it('printing cards names the students', async () => {
  await call('POST', 'cards/print/', { ids: [s1, s2] });
  expect(await last()).toEqual({ what: 'Print cards', names: [anna, bo] });
  expect(await isInLogOf(s2, 'Print cards')).toBe(true);
});

it('devices and decisions about their taps have names', async () => {
  const classroom = (await call('GET', 'classroom/?limit=1')).results[0].id;
  const door = { name: 'Door of R1', kind: 'reader', classroom };
  const { id } = await call('POST', 'devices/create/', door);
  const { key } = await call('POST', `devices/${id}/key/`);
  expect(await last()).toEqual({ what: 'Make device key', names: ['device Door of R1'] });
  await call('POST', `devices/${id}/revoke/`);
  expect(await last()).toEqual({ what: 'Revoke device', names: ['device Door of R1'] });
  const headers = { authorization: `Bearer ${key}` };
  const { rfid_number: card } = await call('GET', `students/${s2}/`);
  await sql`update device set revoked_at = '2026-03-02T09:04:00+11:00'`.execute(school.database);
  await sql`update student_card set given_at = '2026-03-01' where ended_at is null`.execute(
    school.database,
  );
  const taps = ['6002', card, '6002'].map((one, at) => ({
    sequence: at + 1,
    card: one,
    at: '2026-03-02T09:03:00+11:00',
  }));
  const sent = await school.call('anonymous', 'POST', 'devices/taps/', { taps }, headers);
  expect(sent.body.taps).toMatchObject(taps.map(() => ({ outcome: 'held' })));
  const decide = (accept: boolean, sequence: number) =>
    call('POST', `devices/${id}/taps/decide/`, { accept, taps: [{ generation: 1, sequence }] });
  await decide(true, 1);
  expect(await last()).toEqual({ what: 'Decide held taps', names: ['device Door of R1', anna] });
  await decide(false, 2);
  const [line] = (await call('GET', 'audit/?limit=1')).results as AuditLine[];
  expect(line).toMatchObject({ about: { accept: false, device: id, student: [s2] } });
  expect(await last()).toMatchObject({ names: ['device Door of R1', bo] });
});

it('decisions about leaves, and changes of guardians, name the student', async () => {
  const upload = await sendFile(
    school,
    'student',
    '/file/leave-application',
    'files',
    pdf,
    'a.pdf',
  );
  const { body } = await school.call(
    'student',
    'POST',
    'attendance/my-attendance/leave-requests/create/',
    {
      leave_from: '2026-03-02',
      leave_to: '2026-03-04',
      reason_for_leave: 'Flu',
      supporting_document: upload.body.url[0],
    },
  );
  await call('POST', `leave-requests/${body.id}/approve/`, {});
  expect(await last()).toEqual({ what: 'Approve a leave request', names: [anna] });
  const { id } = await call('POST', `student-details/${s2}/guardians/create/`, { name: 'Gus' });
  await call('PATCH', `guardians/${id}/`, { relation: 'Father' });
  expect(await last()).toEqual({ what: 'Change guardian', names: [bo] });
  await call('DELETE', `guardians/${id}/`);
  expect(await last()).toEqual({ what: 'Delete guardian', names: [bo] });
});

it('what a request has named is changed by no answer', async () => {
  const line = await sql<{ id: number }>`
    insert into audit (at, actor, kind, what, about)
    values ('2026-03-02', 'x', 'change', 'Change student', '{"id": 1}') returning id`.execute(
    school.database,
  );
  const id = line.rows[0]!.id;
  const update = (set: string) =>
    sql.raw(`update audit set ${set} where id = ${id}`).execute(school.database);
  for (const set of [
    `status = 200, about = '{"id": 2}'`,
    `status = 200, about = '{"student": 2}'`,
    `about = '{"id": 1, "student": 2}'`,
    `status = 200, what = 'Other'`,
  ])
    await expect(update(set)).rejects.toThrow('append-only');
  await update(`status = 200, about = '{"id": 1, "student": 2}'`);
  await expect(update(`about = '{"id": 1, "student": 2, "x": 3}'`)).rejects.toThrow('append-only');
});
