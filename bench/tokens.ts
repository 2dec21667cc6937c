// node bench/tokens.ts: how long the check of an access token takes in the process, beside one of a
// sign-in; with a thousand tokens in use.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { createIdentifyToken } from '#server/exchange/access-tokens/identify.ts';
import { hashOf, newAccessToken } from '#server/exchange/access-tokens/secret.ts';
import { createIdentify } from '#server/school/current-user.ts';
import { createClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { createLiveHub } from '#server/platform/live/hub.ts';
import { createVerifier } from '#server/platform/identity/verifier.ts';
import { createIssuer } from '#server/test/issuer.ts';

const checks = 200_000;
const tokens = 1000;

const folder = mkdtempSync(join(tmpdir(), 'attendance-tokens-'));
chmodSync(folder, 0o755);
const config = readConfig({ DATA_DIR: folder, ADMIN_EMAILS: 'ada@school.example' });
const opened = await openDatabase({ ...config, poolSize: 2 }, () => {});
const { database, connection } = opened;
const clock = createClock(config.timeZone);
const live = createLiveHub({
  connection,
  notify: async () => {},
  poll: async () => ({ changes: [], mark: 0 }),
  log: () => {},
});

const issuer = await createIssuer();
const identify = createIdentify(createVerifier(issuer), database, config, () =>
  clock.now().toString(),
);
const signIn = await issuer.token({ email: 'ada@school.example', name: 'Ada' });
const user = await identify(signIn);
const made = Array.from({ length: tokens }, newAccessToken);
await database
  .insertInto('access_token')
  .values(
    made.map((token, n) => ({
      name: `Token ${n}`,
      hash: Buffer.from(hashOf(token), 'hex'),
      scopes: ['Students:read', 'Attendance:add'],
      user_id: user.id,
      issuer: user.account?.issuer ?? '',
      subject: user.account?.subject ?? '',
      created_at: clock.now().toString(),
      expires_at: clock.now().add({ hours: 24 }).toString(),
    })),
  )
  .execute();

const identifyToken = createIdentifyToken({ database, clock, config, live });
const wrong = `${made[0]!.slice(0, -1)}${made[0]!.endsWith('0') ? '1' : '0'}`;

/** Microseconds of each call. */
async function measure(call: (n: number) => Promise<unknown>): Promise<Float64Array> {
  const times = new Float64Array(checks);
  for (let n = 0; n < checks; n++) {
    const start = process.hrtime.bigint();
    await call(n);
    times[n] = Number(process.hrtime.bigint() - start) / 1000;
  }
  return times.toSorted();
}

console.log(`| ${checks} checks, ${tokens} tokens in use | median | 99 % | longest |`);
console.log('| --- | --- | --- | --- |');
for (const [name, call] of [
  ['access token', (n: number) => identifyToken(made[n % tokens]!)],
  ['access token with a wrong character', () => identifyToken(wrong).catch(() => null)],
  ['sign-in', () => identify(signIn)],
] as const) {
  await measure(call);
  const times = await measure(call);
  const at = (share: number) => times[Math.floor((checks - 1) * share)]!.toFixed(1);
  console.log(`| ${name} | ${at(0.5)} µs | ${at(0.99)} µs | ${at(1)} µs |`);
}
await live.stop();
await opened.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit();
