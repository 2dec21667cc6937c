import { createTransport } from 'nodemailer';
import type { Database } from '#server/platform/database/pool.ts';
import { errorDetail, messageOf } from '#server/platform/error-details.ts';
import { isLoopbackName } from '#server/platform/http/own-hosts.ts';
import { isUnencrypted, mailServerOf } from '#server/platform/mail/mail-server.ts';
import { lastRuns, type OperationName } from '#server/platform/operations/runs.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

const limits: Record<OperationName, { what: string; days: number; advice: string }> = {
  backup: {
    what: 'Backup',
    days: 2,
    advice:
      'Make one each night: attendance backup FILE, or your own tool followed by attendance record backup.',
  },
  'restore-test': {
    what: 'Test of a restore',
    days: 100,
    advice:
      'A backup that was never restored is a hope: restore the latest one on another computer, then attendance record restore-test.',
  },
};

/** How long ago the last backup and the last test of a restore were. */
export async function checkBackups(database: Database): Promise<Finding[]> {
  const runs = await lastRuns(database);
  return Object.entries(limits).map(([name, { what, days, advice }]) => {
    const at = runs.get(name);
    if (!at) return warning(what, 'none is recorded', advice);
    const age = (Date.now() - Date.parse(at)) / dayMs;
    const text = `${age < 1 ? 'today' : `${Math.floor(age)} days ago`} (${at})`;
    return age <= days ? ok(what, text) : warning(what, text, advice);
  });
}

/** Mails that wait for longer than they should, and those that failed. */
export async function checkMails(database: Database): Promise<Finding> {
  const found = await database
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('finished_at', 'is', null).as('waiting'),
      fn.min('created_at').filterWhere('finished_at', 'is', null).as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const minutes = found.oldest ? (Date.now() - Date.parse(found.oldest)) / minuteMs : 0;
  const text = `${found.waiting} wait`;
  return minutes < 30
    ? ok('Mails', text)
    : warning(
        'Mails',
        `${text}, the oldest for ${Math.round(minutes)} minutes`,
        'Outbox and Mails name the reason of each; is a server running?',
      );
}

/** Connects to the mail server and signs in, without sending anything. */
export async function checkMailServer(url: string): Promise<Finding> {
  const transport = createTransport({
    ...mailServerOf(url),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
  });
  try {
    await transport.verify();
    return isUnencrypted(url) && !isLoopbackName(new URL(url).hostname)
      ? warning(
          'Mail server',
          'takes the connection and the password, and both go there unencrypted',
          'Take ignoreTLS=true out of SMTP_URL where the mail server offers STARTTLS.',
        )
      : ok('Mail server', 'takes the connection and the password');
  } catch (error) {
    return fault(
      'Mail server',
      messageOf(error),
      errorDetail(error, 'code') === 'ETLS'
        ? 'The mail server offers no TLS: use smtps://, or add ?ignoreTLS=true to SMTP_URL in a network that no other person can read.'
        : 'Check SMTP_URL; until then mails wait.',
    );
  } finally {
    transport.close();
  }
}
