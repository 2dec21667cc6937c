import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { followAbsences, type MessageStep } from '#server/messages/student-messages/follow.ts';
import { openMailServer, type MailServerOptions } from './mail-server.ts';
import { createTestSchool } from './test-school.ts';

export const monday = '2026-03-02';

interface StoredMessage {
  id: number;
  student: string;
  kind: string;
  state: string;
  mail: string | null;
  reason: string | null;
  classes: string[];
}

/** A mail server that accepts no mail before it is released. */
export function heldServer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { options: { beforeRecipient: () => promise }, release: resolve };
}

/** A school that sends messages of absences, with a mail server of its own. */
export type MessagesSchool = Awaited<ReturnType<typeof createMessagesSchool>>;

export async function createMessagesSchool(
  options: MailServerOptions & { env?: Record<string, string>; now?: string } = {},
) {
  const server = await openMailServer(options);
  const school = await createTestSchool({
    now: options.now ?? `${monday}T09:15:00+11:00`,
    env: { SMTP_URL: server.address, MAIL_RETRY_SECONDS: '1', ...options.env },
  });
  await school.call('admin', 'PATCH', 'attendance/settings/', {
    absence_messages: true,
    quiet_from: '20:00',
    quiet_to: '07:00',
  });
  const messages = async () =>
    (
      await sql<StoredMessage>`
        select m.id, s.student_id as student, m.kind, m.state, mail.state as mail, m.reason,
          (select coalesce(array_agg(c.ref order by c.ref), '{}') from student_message_class n
            join class_schedule c on c.id = n.class_schedule_id where n.message_id = m.id) as classes
        from student_message m join student s on s.id = m.student_id
        left join mail on mail.id = m.mail_id order by m.id`.execute(school.database)
    ).rows;
  return {
    school,
    server,
    messages,
    /** Sets the institute's time on Monday. */
    at: (time: string, date = monday) =>
      school.at(`${date}T${time}${time.length === 5 ? ':00' : ''}+11:00`),
    /** One step, as the job does it. */
    step: (): Promise<MessageStep> => followAbsences(school.context),
    mark: async (student: string, status: string, ref = 'mon9', more: object = {}) =>
      school.call('admin', 'POST', 'attendance/attendance/create/', {
        class_schedule: await school.classId(ref),
        date: monday,
        student,
        status,
        ...more,
      }),
    /** Waits until the mail server has the first message, and has not answered. */
    untilWorking: () =>
      expect.poll(async () => (await messages())[0]?.mail, { timeout: 10_000 }).toBe('working'),
    set: (settings: object) => school.call('admin', 'PATCH', 'attendance/settings/', settings),
    /** Waits until the mail server has answered for every queued message. */
    async settled(): Promise<StoredMessage[]> {
      for (let tries = 0; tries < 400; tries++) {
        const all = await messages();
        const isDone = all.every(
          ({ state, mail }) => state !== 'queued' || mail === 'done' || mail === 'failed',
        );
        if (isDone) return all;
        await wait(25);
      }
      throw new Error(`Messages are still on their way: ${JSON.stringify(await messages())}`);
    },
    /** Subjects and recipients of the mails that the server has accepted. */
    accepted: () =>
      server.accepted.map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`).toSorted(),
    async close() {
      await school.close();
      await server.close();
    },
  };
}
