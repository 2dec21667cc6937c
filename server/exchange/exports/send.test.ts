import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import type { Mailer, Message } from '#server/platform/mail/mailer.ts';
import { addMail } from '#server/school/mail-records.ts';
import { createSendJob } from './send.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const now = '2026-03-02T00:00:00Z';

/** A request of Nina, whose roles are those of the token alone. */
async function nina(roles: string[]) {
  const token = await school.issuer.token({ email: 'nina@school.example', name: 'Nina', roles });
  return school.call('anonymous', 'GET', 'user/details/', undefined, {
    authorization: `Bearer ${token}`,
  });
}
/** An export that the mail server did not take yet. */
const exportOf = (requested_by: number) =>
  addMail(school.database, {
    kind: 'spreadsheet',
    asked: {},
    recipient: 'a@b.example',
    requested_by,
    subject: 's',
    body: 'b',
    created_at: now,
  });
const row = async (id: number) =>
  (
    await sql<{ state: string; reason: string | null; requested_by: number }>`
      select state, reason, requested_by from mail where id = ${id}`.execute(school.database)
  ).rows[0];
const send = (id: number, mailer: Mailer | null = null) =>
  createSendJob({
    database: school.database,
    now: () => now,
    mailer,
    make: async () => [],
    host: 'here',
    config: school.config,
  })(id, { isLast: false, signal: new AbortController().signal });

it('an export is not sent for who has lost the role meanwhile (R-ACCESS-6)', async () => {
  const { body } = await nina(['admin']);
  const [sent, waiting] = [await exportOf(body.id), await exportOf(body.id)];
  await send(sent);
  expect(await row(sent)).toMatchObject({ state: 'done' });
  expect((await nina([])).status).toBe(403);
  await send(waiting);
  expect(await row(waiting)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('may no longer export'),
  });

  // Who sends it again requests it.
  const again = await school.call('admin', 'POST', `attendance/jobs/${waiting}/retry/`);
  expect(again.status).toBe(202);
  const { body: admin } = await school.call('admin', 'GET', 'user/details/');
  expect((await row(waiting))?.requested_by).toBe(admin.id);
});

it('a mail to staff has links to our own pages alone, whatever a class or a person is called (R-MAIL-1)', async () => {
  const page = `${school.config.publicUrl}/open-rolls`;
  const id = await addMail(school.database, {
    kind: 'list',
    recipient: 'ada@school.example',
    requested_by: null,
    subject: 'Rolls of evil.example',
    body: `Zoe evil.example: 3\n\nAll of them: ${page}`,
    created_at: now,
    made_at: now,
  });
  const sent: Message[] = [];
  await send(id, {
    async deliver(message, beforeLastLine) {
      await beforeLastLine();
      sent.push(message);
    },
  });
  expect(sent).toMatchObject([
    {
      subject: 'Rolls of evil.\u2060example',
      text: `Zoe evil.\u2060example: 3\n\nAll of them: ${page}`,
    },
  ]);
});
