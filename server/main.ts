import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { fileStoreOf } from './backup-commands.ts';
import { readConfig, type Config } from './config.ts';
import { changedSince, forgetOldRequests } from './features/attendance/queries.ts';
import { demoAccounts } from './features/demo/accounts.ts';
import { eraseAgain } from './features/privacy/erase-again.ts';
import { erasuresFile, readErasures, recordedErasures, writeErasures } from './features/privacy/erasures.ts';
import { forget } from './features/privacy/retention.ts';
import { createExportQueue } from './features/exports/queue.ts';
import { fillDemo } from './features/demo/fill.ts';
import { createClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import { sharedSecret } from './platform/database/secret.ts';
import { demoKeys, publicKeys } from './platform/identity/demo-keys.ts';
import { tidyDemoStore } from './platform/identity/demo-store.ts';
import { createVerifier } from './platform/identity/verifier.ts';
import { createFiles } from './platform/files/files.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { SetupError } from './platform/setup-error.ts';

const hour = 3_600_000;
/** How often what has been kept for its time is forgotten; the first time soon after the start. */
const forgetEvery = 6 * hour;
const forgetFirst = 60_000;
/** Exports and imports by command have connections of their own, without this limit. */
const longestStatementMs = 60_000;
/** How long a stop waits for requests that are under way. */
const patienceMs = 10_000;

/** A running server. */
export interface Running {
  config: Config;
  /** Stops everything that was started, once the requests that are under way are answered. */
  stop(): Promise<void>;
}

/** Reads the settings, builds the parts, hands them over and listens. */
export async function start(env: Record<string, string | undefined>, say: (line: string) => void): Promise<Running> {
  const config = readConfig(env);
  await refuseTakenPort(config);
  const clock = createClock(config.timeZone, config.clockStart);
  const opened = await openDatabase({ ...config, longestMs: longestStatementMs }, say);
  const { pool, database, connection } = opened;
  const live = createLiveHub({
    connection,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    poll: (since) => changedSince(database, since),
    log: say,
  });

  const store = fileStoreOf(config);
  await store.protect();
  const files = createFiles({ store, secret: await sharedSecret(database, 'file-links'), database });

  const erasures = erasuresFile(config.dataDir);
  const moment = { database, files, today: clock.today(), now: clock.now().toString() };
  const again = await eraseAgain(moment, await readErasures(erasures));
  if (again) say(`${again} students were erased again: their data had come back with a backup.`);
  await writeErasures(erasures, await recordedErasures(database)).catch((error: Error) => say(`The list of erasures: ${error.message}`));

  if (config.demo) await fillDemo(database, clock, say);
  const reading = config.databaseReadUrl ?? connection;
  const queue = await createExportQueue({ connection, reading, database, clock, config, log: say });
  const signIn = await prepareSignIn(config);
  const app = await createApp({
    parts: { config, clock, database, connection, reading, queue, live, files },
    pool,
    verify: signIn.verify,
    signIn: signIn.forBrowser,
    demoSignIn: signIn.keys
      ? async (server) => {
          const { demoProvider } = await import('./platform/identity/demo-provider.ts');
          await demoProvider(server, {
            publicUrl: config.publicUrl,
            clientId: signIn.forBrowser.client_id,
            audience,
            keys: signIn.keys,
            accounts: demoAccounts,
            database,
          });
        }
      : undefined,
    webFolder: fileURLToPath(new URL('../dist/web', import.meta.url)),
  });
  await listen(app, config);
  const tidying = setInterval(() => {
    forgetOldRequests(database).catch(() => {});
    if (signIn.keys) tidyDemoStore(database).catch(() => {});
  }, hour);
  const forgetOld = () =>
    void forget({ database, clock, files, erasures, keepDays: config.keepDays }).catch((error: Error) => say(`Retention: ${error.message}`));
  const forgetting = [setTimeout(forgetOld, forgetFirst), setInterval(forgetOld, forgetEvery)];

  return {
    config,
    async stop() {
      clearInterval(tidying);
      forgetting.forEach(clearInterval);
      await closeWithin(app, patienceMs);
      await queue.stop();
      await live.stop();
      await opened.close();
    },
  };
}

const audience = 'urn:attendance:api';

/** The institute's provider, or the demo one with its keys. */
async function prepareSignIn(config: Config) {
  const redirect_uri = `${config.publicUrl}/auth/callback`;
  if (config.oidc) {
    const { issuer, clientId, audience: ours, scope, emailClaims, requiredScope } = config.oidc;
    return {
      verify: createVerifier({ issuer, audience: ours, emailClaims, requiredScope }),
      forBrowser: { authority: issuer, client_id: clientId, scope, redirect_uri },
    };
  }
  const keys = await demoKeys(config.dataDir);
  const issuer = `${config.publicUrl}/idp`;
  return {
    keys,
    verify: createVerifier({ issuer, audience, keys: publicKeys(keys) }),
    forBrowser: { authority: issuer, client_id: 'attendance-web', scope: 'openid profile email offline_access', redirect_uri },
  };
}

const portTaken = ({ port }: Config) =>
  new SetupError(`PORT ${port} is already in use, perhaps by another Attendance: stop it, or choose another, for example PORT=${port + 1}.`);

/** Before anything is started: a second start must not disturb the first. */
async function refuseTakenPort(config: Config): Promise<void> {
  await new Promise<void>((free, taken) => {
    const probe = createServer();
    probe.once('error', () => taken(portTaken(config)));
    probe.listen(config.port, config.host, () => probe.close(() => free()));
  });
}

/** Finishes what is under way; what takes too long is cut off. */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(cutOff);
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? portTaken(config) : error;
  });
}
