import type { Config } from './config.ts';
import { createExportQueue, createImportQueue } from '#server/exchange/composition.ts';
import type { InstituteSettings } from '#server/school/settings.ts';
import { createMessageQueue } from '#server/messages/composition.ts';
import type { Clock } from './platform/clock.ts';
import type { Connection, Database } from './platform/database/pool.ts';
import type { LiveHub } from './platform/live/hub.ts';
import { openJobs, type Queue } from './platform/jobs/queue.ts';
import { createMailer, type Sender } from './platform/mail/mailer.ts';
import type { ReportFailure } from './platform/operations/outages.ts';
import { createSmsGateway } from './platform/mail/sms-gateway.ts';

interface MailQueuesOptions {
  /** The database of the queues. */
  connection: Connection;
  /** The connection that exports read from. */
  readConnection: Connection;
  database: Database;
  clock: Clock;
  config: Config;
  settings: InstituteSettings;
  live: LiveHub;
  report: ReportFailure;
}

/**
 * What is mailed: files that users ask for, and messages to students, which do not wait for the files.
 * And imports.
 */
export interface MailQueues {
  mails: Queue;
  messages: Queue;
  imports: Queue;
  stop(): Promise<void>;
}

export async function createMailQueues(options: MailQueuesOptions): Promise<MailQueues> {
  const { connection, config, settings, report } = options;
  const mailer = config.smtpUrl
    ? createMailer(config.smtpUrl, () => senderOf(config, settings))
    : null;
  const sms = config.sms && createSmsGateway({ ...config.sms, now: () => options.clock.now() });
  const jobs = await openJobs(connection, report);
  return {
    mails: await createExportQueue({ ...options, jobs, mailer }),
    messages: await createMessageQueue({ ...options, jobs, mailer, sms }),
    imports: await createImportQueue({ ...options, jobs }),
    stop: () => jobs.stop(),
  };
}

/** The sender of mails, with the institute's present name. */
function senderOf({ mailFrom, publicUrl }: Config, settings: InstituteSettings): Sender {
  if (mailFrom === undefined)
    return { name: settings.current().title, address: `no-reply@${new URL(publicUrl).hostname}` };
  const [, name = '', address = mailFrom] = /^(.*)<([^>]+)>$/.exec(mailFrom) ?? [];
  return { name: name.trim().replaceAll(/^"|"$/g, ''), address };
}
