import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/test/server-process.ts';

/** How long postgrey wants a sender to wait, in seconds. */
export const greylistSeconds = 3;
/** The longest mail that it takes, in bytes. */
const longestMail = 2_000_000;

/** Postfix with one mailbox, `head@school.example`, behind postgrey and STARTTLS. */
export interface MailSystem {
  port: number;
  /** The certificate of the authority that signed its own. */
  authority: string;
  /** The mails that arrived, as they are stored. */
  mails(): Buffer[];
  log(): string;
  stop(): void;
}

/** Runs a program to its end. */
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' });

/** An authority and a certificate of `localhost` that it signed. */
function certify(within: (name: string) => string): void {
  const openssl = (line: string) =>
    execFileSync('openssl', line.split(' '), { cwd: within('.'), stdio: 'pipe' });
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Test -keyout ca.key -out ca.pem');
  openssl('req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout own.key -out own.csr');
  writeFileSync(within('names'), 'subjectAltName=DNS:localhost');
  openssl(
    'x509 -req -days 2 -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -out own.pem',
  );
}

export async function startMailSystem(): Promise<MailSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-mail-'));
  chmodSync(folder, 0o755);
  const within = (name: string) => join(folder, name);
  const [uid, gid] = ['-u', '-g'].map((what) => Number(run('id', what, 'postfix').toString()));
  const [port, greyPort] = [await freePort(), await freePort()];
  for (const name of ['conf', 'queue', 'data', 'mail', 'grey']) mkdirSync(within(name));
  for (const name of ['data', 'mail', 'grey']) chownSync(within(name), uid ?? 0, gid ?? 0);
  certify(within);
  writeFileSync(within('mailboxes'), 'head@school.example head/\n');
  writeFileSync(
    within('conf/main.cf'),
    `compatibility_level = 3.6
queue_directory = ${within('queue')}
data_directory = ${within('data')}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.school.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
mynetworks = 127.0.0.1/32
virtual_mailbox_domains = school.example
virtual_mailbox_base = ${within('mail')}
virtual_mailbox_maps = texthash:${within('mailboxes')}
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
message_size_limit = ${longestMail}
maillog_file = ${within('log')}
maillog_file_prefixes = ${folder}
smtpd_tls_security_level = encrypt
smtpd_tls_loglevel = 1
smtpd_tls_cert_file = ${within('own.pem')}
smtpd_tls_key_file = ${within('own.key')}
smtpd_recipient_restrictions = reject_unauth_destination, reject_unlisted_recipient,
  check_policy_service inet:127.0.0.1:${greyPort}
`,
  );
  // Debian's own, at another port, and without root folders for its processes.
  const services = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .replace(/^smtp(?= +inet)/m, `127.0.0.1:${port}`)
    .replaceAll(/^(\S+ +(?:inet|unix|unix-dgram) +\S+ +\S+ +)y /gm, '$1n ');
  writeFileSync(within('conf/master.cf'), services);
  const grey: ChildProcess = spawn(
    '/usr/sbin/postgrey',
    [
      `--inet=127.0.0.1:${greyPort}`,
      `--delay=${greylistSeconds}`,
      `--dbdir=${within('grey')}`,
      '--user=postfix',
      '--group=postfix',
      `--pidfile=${within('grey/pid')}`,
    ],
    { stdio: 'ignore' },
  );
  const stop = () => {
    try {
      run('postfix', '-c', within('conf'), 'abort');
    } catch {
      // It did not start.
    }
    grey.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('postfix', '-c', within('conf'), 'start');
  } catch (error) {
    stop();
    throw error;
  }
  const box = within('mail/head/new');
  return {
    port,
    authority: within('ca.pem'),
    mails: () =>
      existsSync(box) ? readdirSync(box).map((name) => readFileSync(join(box, name))) : [],
    log: () => readFileSync(within('log'), 'utf8'),
    stop,
  };
}
