import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import {
  addMail,
  startDelivery,
  storeFiles,
  deliverToInbox,
  claimMail,
  type MadeFile,
  type MailRecord,
} from '#server/school/mail-records.ts';
import { createSendJob } from './send.ts';

let school: TestSchool;
const now = '2026-03-02T00:00:00Z';
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

async function order(): Promise<number> {
  const { body } = await school.call('admin', 'GET', 'user/details/');
  const mail = {
    kind: 'spreadsheet',
    asked: {},
    recipient: 'a@b.example',
    requested_by: body.id,
    subject: 's',
    body: 'b',
    created_at: now,
  } as const;
  return addMail(school.database, mail);
}
const erase = async (code: string) =>
  expect(
    (
      await school.call(
        'admin',
        'POST',
        `attendance/student-details/${await school.studentId(code)}/erase/`,
        { student_id: code },
      )
    ).status,
  ).toBe(200);
const file = (text: string): MadeFile[] => [
  { name: 'a.xlsx', contentType: 'x', content: Buffer.from(text) },
];
const attempt = { isLast: false, signal: new AbortController().signal };
const row = async (id: number) =>
  (
    await sql<{ state: string; reason: string | null; content: string | null }>`
      select state, reason,
        (select convert_from(content, 'UTF8') from mail_attachment where mail_id = m.id) as content
      from mail m where id = ${id}`.execute(school.database)
  ).rows[0];

it('a file that was being created while a student was erased is discarded: the next attempt creates it without the student', async () => {
  const id = await order();
  const made = [
    async () => {
      await erase('S1');
      return file('with S1');
    },
    async () => file('without'),
  ];
  const send = createSendJob({
    database: school.database,
    now: () => now,
    mailer: null,
    make: () => made.shift()!(),
    host: 'here',
    config: school.config,
  });
  await expect(send(id, attempt)).rejects.toThrow('erased meanwhile');
  expect(await row(id)).toMatchObject({
    state: 'waiting',
    reason: expect.stringContaining('made again'),
    content: null,
  });
  await send(id, attempt);
  expect(await row(id)).toEqual({ state: 'done', reason: null, content: 'without' });
});

it.each<[string, string, (mail: MailRecord) => Promise<void>]>([
  ['is not handed to a mail server', 'S2', (mail) => startDelivery(school.database, mail)],
  ['is not laid in the inbox', 'S3', (mail) => deliverToInbox(school.database, mail, now)],
])('what was made before an erasure %s after it', async (_what, code, step) => {
  const mail = (await claimMail(school.database, await order()))!;
  await storeFiles(school.database, mail, file(`with ${code}`), now);
  await erase(code);
  await expect(step(mail)).rejects.toThrow();
  expect(await row(mail.id)).toMatchObject({ state: 'working', content: null });
});
