import type { Config } from '../../config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database/pool.ts';
import { createQueue, type Queue } from '../../platform/jobs/queue.ts';
import { inThread } from '../../platform/jobs/thread.ts';
import { createPostman } from '../../platform/mail/postman.ts';
import { contentTypes } from '../../platform/spreadsheet/spreadsheet.ts';
import { exportTitles, type MadeFile, type MailRecord } from './mail-records.ts';
import { sending } from './send.ts';

interface ExportQueueParts {
  /** Where the queue is kept. */
  connection: Connection;
  /** Where exports are read from. */
  reading: Connection;
  database: Database;
  clock: Clock;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailRetrySeconds' | 'publicUrl'>;
  log: (message: string) => void;
}

/** The exports that go by mail: made in a thread of their own, sent, and tried again. */
export function createExportQueue({ connection, reading, database, clock, config, log }: ExportQueueParts): Promise<Queue> {
  async function make({ kind, asked }: MailRecord, signal: AbortSignal): Promise<MadeFile[]> {
    const today = clock.today();
    const told = { connection: reading, kind, asked, today, timeZone: clock.timeZone };
    const content = await inThread<Uint8Array>(new URL('make-thread.ts', import.meta.url), told, { signal });
    return [{ name: `${exportTitles[kind].replaceAll(' ', '-')}-${today}.xlsx`, contentType: contentTypes.xlsx, content }];
  }
  return createQueue({
    connection,
    name: 'mail',
    retrySeconds: config.mailRetrySeconds,
    log,
    work: sending({
      database,
      now: () => clock.now().toString(),
      postman: config.smtpUrl ? createPostman(config.smtpUrl, config.mailFrom) : null,
      make,
      host: new URL(config.publicUrl).hostname,
    }),
  });
}
