import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openMailServer,
  type MailServer,
  type MailServerOptions,
} from '#server/test/mail-server.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { purgeExpired } from '#server/people/privacy/retention.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';
import { remindOfRolls } from './roll-reminders.ts';

const monday = '2026-03-02';
const evening = `${monday}T17:00:00+11:00`;

let school: TestSchool;
let server: MailServer | null = null;

async function open(options: MailServerOptions = {}, env: Record<string, string> = {}) {
  server = await openMailServer(options);
  school = await createTestSchool({
    env: { SMTP_URL: server.address, MAIL_RETRY_SECONDS: '1', ...env },
    now: evening,
  });
  // Only the classes of this Monday: earlier ones are from before the upgrade.
  await beginOpenRolls(school.database, Temporal.Instant.from(`${monday}T08:00:00+11:00`));
  await school.call('admin', 'PATCH', 'attendance/settings/', { remind_rolls: true });
}
beforeEach(() => {
  server = null;
});
afterEach(async () => {
  await school.close();
  await server?.close();
});

const states = async () =>
  (
    await sql<{ recipient: string; state: string }>`
      select recipient, state from mail where kind = 'reminder' order by recipient`.execute(
      school.database,
    )
  ).rows;
/** Waits until no mail is pending. */
async function settled(count: number) {
  for (let tries = 0; tries < 300; tries++) {
    const all = await states();
    if (all.length === count && all.every(({ state }) => state === 'done' || state === 'failed'))
      return all;
    await wait(50);
  }
  throw new Error(`Mails are still on their way: ${JSON.stringify(await states())}`);
}

describe('reminders of rolls (R-ROLL-17)', () => {
  it('each teacher with open rolls gets one mail, which lists them with their links', async () => {
    await open();
    const mon9 = await school.classId('mon9');
    expect(await remindOfRolls(school.context)).toBe(2);
    await settled(2);
    const mails = server!.accepted.toSorted((a, b) =>
      String(a.to?.[0]?.address).localeCompare(String(b.to?.[0]?.address)),
    );
    expect(mails.map((mail) => [mail.to?.[0]?.address, mail.subject])).toEqual([
      ['tess@school.example', '1 roll not taken or unfinished'],
      ['theo@school.example', '2 rolls not taken or unfinished'],
    ]);
    expect(mails[0]!.text).toContain('Mon, 2 Mar 2026, 09:00–10:00, MAT1 Algebra, R1: not taken');
    expect(mails[0]!.text).toContain(
      `http://localhost:3000/attendance/add?id=${mon9}&date=${monday}`,
    );
    expect(mails[0]!.text).not.toContain('Geometry');
    expect(mails[0]!.attachments).toEqual([]);
    const { body } = await school.call('admin', 'GET', 'attendance/jobs/?kind=reminder');
    expect((await school.call('admin', 'GET', 'attendance/jobs/?kind=schedule')).body.total).toBe(
      0,
    );
    expect(body.results[0]).toMatchObject({
      title: 'Reminder of rolls',
      requested_by: 'Attendance',
      state: 'done',
    });
    // With a mail server nothing lies here.
    expect((await school.call('admin', 'GET', 'attendance/inbox/')).body.total).toBe(0);
  });

  it('once a day, also when several processes run it; again the next day', async () => {
    await open();
    const runs = await Promise.all([
      remindOfRolls(school.context),
      remindOfRolls(school.context),
      remindOfRolls(school.context),
    ]);
    expect(runs.toSorted()).toEqual([0, 0, 2]);
    school.at(`${monday}T18:30:00+11:00`);
    expect(await remindOfRolls(school.context)).toBe(0);
    school.at('2026-03-03T17:00:00+11:00');
    expect(await remindOfRolls(school.context)).toBe(2);
    await settled(4);
    expect(server!.accepted).toHaveLength(4);
    // Tess also has a past class on Tuesday.
    const tess = server!.accepted.filter(({ to }) => to?.[0]?.address === 'tess@school.example');
    expect(tess.map(({ subject }) => subject).toSorted()).toEqual([
      '1 roll not taken or unfinished',
      '2 rolls not taken or unfinished',
    ]);
  });

  it('not before 17:00, not late in the evening, and only where the institute enables it', async () => {
    await open();
    for (const time of ['16:59:59', '20:00:00', '23:59:00']) {
      school.at(`${monday}T${time}+11:00`);
      expect(await remindOfRolls(school.context)).toBe(0);
    }
    school.at(`${monday}T19:59:00+11:00`);
    await school.call('admin', 'PATCH', 'attendance/settings/', { remind_rolls: false });
    expect(await remindOfRolls(school.context)).toBe(0);
    expect(await states()).toEqual([]);
    await school.call('admin', 'PATCH', 'attendance/settings/', { remind_rolls: true });
    expect(await remindOfRolls(school.context)).toBe(2);
  });

  it('no mail to teachers without open rolls: closed, cancelled, without students; nor to archived ones', async () => {
    await open();
    const { database } = school;
    await sql`
      update class_meeting set closed_at = now() where date = ${monday} and class_schedule_id in
        (select id from class_schedule where ref = 'mon9')`.execute(database);
    await sql`
      update class_meeting set status = 'cancelled' where date = ${monday} and class_schedule_id in
        (select id from class_schedule where ref = 'mon10')`.execute(database);
    expect(await remindOfRolls(school.context)).toBe(1);
    await sql`truncate roll_reminder`.execute(database);
    await sql`
      delete from enrolment where class_schedule_id in
        (select id from class_schedule where ref = 'mon9b')`.execute(database);
    expect(await remindOfRolls(school.context)).toBe(0);
    await sql`truncate roll_reminder`.execute(database);
    await sql`update class_meeting set closed_at = null`.execute(database);
    await sql`update teacher set archived_at = now() where first_name = 'Tess'`.execute(database);
    expect(await remindOfRolls(school.context)).toBe(0);
  });

  it('are sent only to the institute’s own domains, where they are configured', async () => {
    await open({}, { MAIL_DOMAINS: 'elsewhere.example' });
    expect(await remindOfRolls(school.context)).toBe(0);
  });

  it('are retried while the mail server is busy, sent once, and fail for unknown mailboxes', async () => {
    let busy = 2;
    await open({
      rejectRecipient: (address) =>
        address.startsWith('theo') ? { code: 550, text: 'No such mailbox' } : null,
      onMail() {
        if (busy-- > 0) throw Object.assign(new Error('Try again later'), { responseCode: 451 });
      },
    });
    await remindOfRolls(school.context);
    expect(await settled(2)).toEqual([
      { recipient: 'tess@school.example', state: 'done' },
      { recipient: 'theo@school.example', state: 'failed' },
    ]);
    expect(server!.accepted).toHaveLength(1);
    expect(await remindOfRolls(school.context)).toBe(0);
  });

  it('stay in the local inbox without a mail server, until mails are deleted', async () => {
    school = await createTestSchool({ now: evening });
    await beginOpenRolls(school.database, Temporal.Instant.from(`${monday}T08:00:00+11:00`));
    await school.call('admin', 'PATCH', 'attendance/settings/', { remind_rolls: true });
    await remindOfRolls(school.context);
    await settled(2);
    const { body } = await school.call('admin', 'GET', 'attendance/inbox/?search=tess@');
    expect(body.results).toMatchObject([
      { to: 'tess@school.example', attachments: [], body: expect.stringContaining('Hello Tess,') },
    ]);
    school.at('2026-04-02T17:00:00+11:00');
    const { context, config } = school;
    await purgeExpired({
      ...context,
      erasures: join(config.dataDir, 'erasures.json'),
      retentionDays: config.retentionDays,
    });
    expect((await school.call('admin', 'GET', 'attendance/inbox/')).body.total).toBe(0);
  });
});
