import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { shape, today, seedPagesInstitute } from '../bench/pages-seed.ts';
import { changesOf, wantedMessages } from '#server/messages/student-messages/decide.ts';
import { readDays } from '#server/messages/student-messages/read-days.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { openMailServer } from '#server/test/mail-server.ts';
import type { Report } from './report.ts';
import { createSandbox, median } from './sandbox.ts';

const timeZone = 'Australia/Sydney';
const env = {
  DEMO: 'false',
  CLOCK: `${today}T19:00:00+11:00`,
  ABSENCE_MESSAGES: 'true',
  MESSAGE_AFTER_MINUTES: '0',
  QUIET_FROM: '00:00',
  QUIET_TO: '00:00',
  MAIL_RETRY_SECONDS: '1',
};
/** The server is killed after so many accepted mails. */
const killAfter = 4000;
/** Longer than ever expected. */
const mostMs = 900_000;

/** Every student of a class of the day is absent, and has a guardian who gets messages. */
async function makeAbsences(database: Database): Promise<void> {
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select e.student_id, e.class_schedule_id, ${today}, 'Absent', 'manual',
      (${today}::date + c.start_time) at time zone ${timeZone}
    from enrolment e join class_schedule c on c.id = e.class_schedule_id
    where c.day_of_week = 3
    on conflict (student_id, date, class_schedule_id) do update set status = 'Absent'`.execute(
    database,
  );
  await sql`insert into app_user (email, name) values ('head@bench.example', 'Head')`.execute(
    database,
  );
  await sql`
    insert into guardian (student_id, name, email, gets_messages, consent_at, consent_by,
      created_by, created_at)
    select s.id, 'Guardian ' || n, 'g' || n || '-' || s.id || '@bench.example', true, now(), u.id,
      u.id, now()
    from student s cross join generate_series(1, 1) n
    cross join (select min(id) as id from app_user) u`.execute(database);
}

/** Median milliseconds of deciding who gets a message, for the classes of the day. */
async function decidingTime(database: Database): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    for (const day of await readDays(database, { day: today, timeZone }))
      changesOf(day, wantedMessages(day, { message_after_minutes: 20 }, { lastAt: null, now: 0 }));
    times.push(performance.now() - start);
  }
  return median(times);
}

/**
 * Sends a message to everybody of an institute of 5,051 students on one day, and kills the server in
 * the middle: each address gets one, and none two (R-MSG-2).
 */
export async function messagesDrill(): Promise<Report> {
  const sandbox = createSandbox();
  const opened = await openDatabase({ dataDir: sandbox.dataDir, poolSize: 4 }, () => {});
  const { database } = opened;
  await seedPagesInstitute(database);
  const deciding = await decidingTime(database);
  await makeAbsences(database);
  const decidingAll = await decidingTime(database);
  const mailServer = await openMailServer();
  const start = performance.now();
  let server = await sandbox.start({ env: { ...env, SMTP_URL: mailServer.address } });
  const port = Number(new URL(server.base).port);
  const states = async () =>
    (
      await sql<{ open: number; all: number; unknown: number; failed: number }>`
        select count(*) filter (where m.state = 'held'
            or mail.state in ('waiting', 'working', 'handing_over')) as open,
          count(*) as all,
          count(*) filter (where mail.reason like 'It may have been sent%') as unknown,
          count(*) filter (where mail.state = 'failed') as failed
        from student_message m left join mail on mail.id = m.mail_id`.execute(database)
    ).rows[0]!;
  const until = async (done: () => Promise<boolean> | boolean) => {
    while (performance.now() - start < mostMs && !(await done())) await wait(100);
  };
  await until(() => mailServer.accepted.length >= killAfter);
  await server.stop('SIGKILL');
  server = await sandbox.start({ port, env: { ...env, SMTP_URL: mailServer.address } });
  await until(async () => {
    const { open, all } = await states();
    return all > 0 && open === 0;
  });
  const seconds = (performance.now() - start) / 1000;
  const { all, unknown, failed } = await states();
  const addresses = mailServer.accepted.map(({ to }) => to?.[0]?.address ?? '');
  const twice = addresses.length - new Set(addresses).size;
  await server.stop('SIGINT');
  await mailServer.close();
  await opened.close();
  sandbox.remove();
  const accepted = addresses.length;
  return {
    drill: `${all.toLocaleString('en')} messages, the server killed (kill -9) after ${killAfter.toLocaleString('en')}`,
    figures: {
      [`deciding, ${shape.onTheDay} classes, a tenth absent`]: `${deciding.toFixed(0)} ms`,
      [`deciding, all absent, ${all.toLocaleString('en')} recipients`]: `${decidingAll.toFixed(0)} ms`,
      'seconds from the start to the last, the restart included': seconds.toFixed(0),
      'mails that the mail server accepted': accepted,
      'addresses that got two': twice,
      'may have been sent, left to people': unknown,
    },
    failed:
      twice > 0 || failed > unknown || all < 10_000 || accepted + unknown < all || deciding > 1000,
  };
}
