import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePrograms, versionsOf } from '../programs.ts';
import { openDemo, type Demo } from './demo.ts';
import { greylistSeconds, startMailSystem, type MailSystem } from './postfix.ts';
import { read } from './read.ts';

let mails: MailSystem;
let demo: Demo;
beforeAll(async () => {
  ensurePrograms(['postfix', 'postgrey', 'python3-openpyxl']);
  console.log(versionsOf(['postfix', 'postgrey']));
  mails = await startMailSystem();
  demo = await openDemo({
    SMTP_URL: `smtp://localhost:${mails.port}`,
    MAIL_FROM: 'Attendance <no-reply@school.example>',
    MAIL_RETRY_SECONDS: '1',
    NODE_EXTRA_CA_CERTS: mails.authority,
  });
}, 240_000);
afterAll(async () => {
  await demo?.close();
  mails?.stop();
});

interface Job {
  state: string;
  reason: string | null;
  attempts: number;
}

/** Orders the workbook of all data by mail, and waits until it was sent or failed. */
async function order(email: string): Promise<Job> {
  const ordered = await demo.call('attendance/spreadsheet-export/', {
    method: 'POST',
    body: { email },
  });
  expect(ordered.status).toBe(202);
  const { id } = (await ordered.json()) as { id: number };
  const job = async () => (await (await demo.call(`attendance/jobs/${id}/`)).json()) as Job;
  await expect
    .poll(async () => (await job()).state, { timeout: 60_000, interval: 500 })
    .toMatch(/^(done|failed)$/);
  return job();
}

it('a mail that is greylisted arrives later, once, by TLS, with a workbook that opens', async () => {
  const job = await order('head@school.example');
  expect(job).toMatchObject({ state: 'done' });
  expect(mails.log()).toMatch(/450 4\.2\.0 .*Greylisted/);
  expect(mails.log()).toMatch(/TLS connection established .*TLSv1\.3/);
  await expect.poll(() => mails.mails().length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, greylistSeconds * 1000));
  expect(mails.mails()).toHaveLength(1);
  const mail = read('mail', mails.mails()[0] ?? Buffer.of());
  expect(mail.defects).toEqual([]);
  expect(mail.headers).toMatchObject({
    from: 'Attendance <no-reply@school.example>',
    to: 'head@school.example',
    'auto-submitted': 'auto-generated',
  });
  const [file, ...others] = mail.files;
  expect(others).toEqual([]);
  const sheets = read('workbook', Buffer.from(file?.base64 ?? '', 'base64'));
  expect(sheets).toHaveLength(5);
  expect(sheets.every(({ rows }) => rows.length > 1)).toBe(true);
});

it('an unknown mailbox is refused at once, and the job says so in the words of the mail server', async () => {
  expect(await order('nobody@school.example')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('User unknown'),
  });
});

it('a mailbox of another domain is refused: the server relays to no other', async () => {
  expect(await order('someone@elsewhere.example')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Relay access denied'),
  });
});
