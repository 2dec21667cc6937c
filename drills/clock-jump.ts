import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { importJWK, SignJWT } from 'jose';
import { readFile } from 'node:fs/promises';
import { date, createSandbox, query } from './sandbox.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';

const minute = 60_000;
const jumps = [2 * 60 * minute, -2 * 60 * minute, 5 * minute, 26 * 60 * minute, 0];

/**
 * The server's clock jumps forward and back while marks are sent: tokens expire and are renewed, no
 * mark is lost or doubled.
 */
export async function clockJumpDrill(): Promise<Report> {
  const sandbox = createSandbox();
  const shiftFile = join(sandbox.dataDir, '..', 'shift');
  writeFileSync(shiftFile, '0');
  const preload = pathToFileURL(join(import.meta.dirname, 'clock-shift.mjs')).href;
  const server = await sandbox.start({
    env: { NODE_OPTIONS: `--import ${preload}`, CLOCK_SHIFT: shiftFile },
  });
  let shift = 0;
  let token = await sandbox.token(server);
  /** A new token as the provider issues it by the shifted clock. */
  async function renew(): Promise<void> {
    const { jwks } = JSON.parse(
      await readFile(join(sandbox.dataDir, 'sign-in', 'keys.json'), 'utf8'),
    ) as {
      jwks: { keys: Record<string, string>[] };
    };
    const [key] = jwks.keys;
    const now = Math.floor((Date.now() + shift) / 1000);
    token = await new SignJWT({ email: 'admin@demo.example', name: 'Admin', roles: ['admin'] })
      .setProtectedHeader({ alg: 'RS256', kid: key!.kid! })
      .setIssuer(`${server.base}/idp`)
      .setAudience('urn:attendance:api')
      .setSubject('admin@demo.example')
      .setIssuedAt(now)
      .setExpirationTime(now + 3600)
      .sign(await importJWK(key!, 'RS256'));
  }
  const seats = await seatsOf(server.base, token);
  let renewals = 0;
  const clients = sendMarks(seats, {
    base: () => server.base,
    token: () => token,
    onUnauthorized: () => {
      renewals++;
      void renew();
    },
    clients: 12,
    perSecond: 200,
  });
  for (const jump of jumps) {
    await wait(3000);
    shift = jump;
    writeFileSync(shiftFile, String(jump));
    server.child.kill('SIGUSR2');
  }
  await wait(3000);
  const today = async () =>
    ((await (await fetch(`${server.base}/api/v2/config/`)).json()) as { today: string }).today;
  const config = await today();
  await clients.stop();
  const connection = await sandbox.connection();
  const found = await clients.check(connection);
  const rows = await query<{ back: string }>(
    connection,
    `select count(*) as back
      from (select changed_at < lag(changed_at) over (order by id) as back from attendance_history
        where date = $1) h where back`,
    [date],
  );
  await server.stop('SIGINT');
  sandbox.remove();
  return {
    drill: `the server's clock jumps by +2 h, −2 h, +5 min, +26 h and back at 200 marks a second`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'answers that required a new sign-in': renewals,
      'rows of the history where the time goes back': Number(rows[0]!.back),
      'today afterwards': config,
    },
    otherAnswers: clients.results.otherAnswers,
    failed: found.lost > 0 || found.doubled > 0 || config !== date,
  };
}
