import { fileStoreOf } from '#server/platform/files/store-of.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { messageOf } from '#server/platform/error-details.ts';
import { checkPublicUrl, checkTimeZone } from './address.ts';
import { checkDatabase, checkPooler } from './database.ts';
import { fault, linesOf, ok, warning, type Finding } from './finding.ts';
import { checkCertificate, checkDisk, checkFiles, checkSignIn } from './surroundings.ts';
import { checkBackups, checkMails, checkMailServer } from './work.ts';

const oldestNode = 22;

/**
 * `attendance doctor`: looks at a running installation from one of its computers, changes nothing, and names
 * what to do.
 */
export async function examine(config: Config, log: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [checkNode(), ...checkSettings(config)];
  const add = async (check: Promise<Finding | Finding[]>, what: string, advice: string) => {
    const found = await check.catch((error: unknown) => fault(what, messageOf(error), advice));
    findings.push(...[found].flat());
  };
  // As the servers, without changing the schema.
  const opened = await openDatabase({ ...config, asItIs: true }, log).catch((error: unknown) => {
    const advice = 'Check DATABASE_URL, and whether the database runs.';
    findings.push(fault('Database', messageOf(error), advice));
    return null;
  });
  if (opened) {
    const { database, connection } = opened;
    const older = 'Is the schema an older one? Run attendance migrate.';
    await add(checkDatabase(database, config), 'Database', older);
    const direct = config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
    if (config.databaseUrl)
      await add(checkPooler(connection, direct), 'Pooler', `Check ${direct}.`);
    await add(checkBackups(database), 'Backup', older);
    await add(checkMails(database), 'Mails', older);
    await opened.close();
  }
  await add(checkFiles(fileStoreOf(config)), 'Files', 'Check FILES_URL.');
  await add(checkDisk(config.dataDir), 'Disk', 'Check DATA_DIR.');
  if (config.smtpUrl) await add(checkMailServer(config.smtpUrl), 'Mail server', 'Check SMTP_URL.');
  if (config.oidc) await add(checkSignIn(config.oidc.issuer), 'Sign-in', 'Check OIDC_ISSUER.');
  await add(checkPublicUrl(config), 'Address', 'Check PUBLIC_URL.');
  await add(checkCertificate(config.publicUrl), 'Certificate', 'Check PUBLIC_URL.');
  return findings;
}

/** Prints the findings. @returns whether nothing is at fault. */
export async function doctorCommand(config: Config, log: (line: string) => void): Promise<boolean> {
  const findings = await examine(config, () => {});
  linesOf(findings).forEach(log);
  return findings.every(({ state }) => state !== 'fault');
}

function checkNode(): Finding {
  const { version } = process;
  return Number(version.slice(1).split('.')[0]) >= oldestNode
    ? ok('Node', version)
    : fault('Node', version, `Upgrade it to ${oldestNode} or later.`);
}

function checkSettings(config: Config): Finding[] {
  const findings = [
    ok('Settings', `are valid; people open ${config.publicUrl}`),
    checkTimeZone(config),
  ];
  if (!config.oidc)
    findings.push(
      warning(
        'Sign-in',
        'is the demo’s, for this computer alone',
        'Set OIDC_ISSUER and its client.',
      ),
    );
  if (config.oidc && !config.production)
    findings.push(
      warning('Settings', 'NODE_ENV is not production', 'Set it: the demo is refused then.'),
    );
  if (config.oidc && !config.publicUrl.startsWith('https:'))
    findings.push(
      warning('Settings', 'PUBLIC_URL is not https', 'Put a reverse proxy with TLS in front.'),
    );
  if (config.oidc && config.adminEmails.length + config.accountEmails.length === 0)
    findings.push(
      warning(
        'Administrators',
        'none are named',
        'Set ADMIN_EMAILS, unless the provider’s tokens name roles.',
      ),
    );
  if (!config.smtpUrl)
    findings.push(
      warning('Mail server', 'none: mails stay in a local inbox', 'Set SMTP_URL and MAIL_FROM.'),
    );
  return findings;
}
