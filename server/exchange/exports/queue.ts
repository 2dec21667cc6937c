import { mailTitles } from '#contract/job-states.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import type { Jobs, Queue } from '#server/platform/jobs/queue.ts';
import { inThread } from '#server/platform/jobs/thread.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { contentTypes } from '#server/platform/spreadsheet/spreadsheet.ts';
import { isText, type MadeFile, type MailRecord } from '#server/school/mail-records.ts';
import { createSendJob } from './send.ts';

interface ExportQueueOptions {
  jobs: Jobs;
  /** Null without a mail server. */
  mailer: Mailer | null;
  /** The connection that exports read from. */
  readConnection: Connection;
  database: Database;
  clock: Clock;
  config: Pick<Config, 'mailRetrySeconds' | 'publicUrl' | 'adminEmails' | 'accountEmails'>;
}

/** The queue of mails: their files are created in a worker thread, sent, and retried. */
export function createExportQueue({
  jobs,
  mailer,
  readConnection,
  database,
  clock,
  config,
}: ExportQueueOptions): Promise<Queue> {
  async function make(
    { kind, asked: query }: MailRecord,
    signal: AbortSignal,
  ): Promise<MadeFile[]> {
    if (isText(kind)) return [];
    const today = clock.today();
    const data = { connection: readConnection, kind, query, today, timeZone: clock.timeZone };
    const content = await inThread<Uint8Array>(new URL('make-thread.ts', import.meta.url), data, {
      signal,
    });
    return [
      {
        name: `${mailTitles[kind].replaceAll(' ', '-')}-${today}.xlsx`,
        contentType: contentTypes.xlsx,
        content,
      },
    ];
  }
  return jobs.queue({
    name: 'mail',
    retrySeconds: config.mailRetrySeconds,
    handler: createSendJob({
      database,
      now: () => clock.now().toString(),
      mailer,
      make,
      host: new URL(config.publicUrl).hostname,
      config,
    }),
  });
}
