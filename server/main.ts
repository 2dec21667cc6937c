import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { fileStoreOf } from './platform/files/store-of.ts';
import { readConfig, type Config } from './config.ts';
import { changedSince } from '#server/school/live-marks.ts';
import { fillDemo } from '#server/admin/composition.ts';
import {
  eraseAgain,
  eraseRest,
  erasuresFile,
  readErasures,
  recordedErasures,
  writeErasures,
} from '#server/people/composition.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';
import { createSettings } from '#server/school/settings.ts';
import { createMailQueues } from './mail-queues.ts';
import { createClock, type Clock } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Database } from './platform/database/pool.ts';
import { sharedSecret } from './platform/database/secret.ts';
import { assertWritable } from './platform/files/writable.ts';
import { createFiles, type Files } from './platform/files/files.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { secretsKey } from './platform/secrets/key.ts';
import { createSealer } from './platform/secrets/sealer.ts';
import { SetupError } from './platform/setup-error.ts';
import { demoPages, prepareSignIn } from './sign-in.ts';

/** Commands for exports and imports open their own connections, without this limit. */
const statementTimeoutMs = 60_000;
/** A large import holds rows for a minute: requests about them are refused, and do not wait with a connection. */
const lockTimeoutMs = 5000;
/** Maximum time that a stop waits for running requests. */
const stopTimeoutMs = 10_000;

type Log = (line: string) => void;

/** A running server. */
interface Running {
  config: Config;
  /** The institute's name. */
  title: string;
  /** Stops all parts, once running requests are answered. */
  stop(): Promise<void>;
}

/** Reads the settings, builds the application context and listens. */
export async function start(env: Record<string, string | undefined>, log: Log): Promise<Running> {
  const config = readConfig(env);
  await assertPortFree(config);
  await assertDataFolder(config);
  const clock = createClock(config.timeZone, config.clockStart);
  const tracing = config.tracing
    ? (await import('./platform/operations/tracing.ts')).startTracing(config.tracing)
    : null;
  const opened = await openDatabase(
    { ...config, statementTimeoutMs, lockTimeoutMs, traced: tracing?.clientOf },
    log,
  );
  const { pool, database, connection } = opened;
  const { report } = opened.outages;
  const live = createLiveHub({
    connection,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    poll: (since) => changedSince(database, since),
    log,
  });
  const files = await openFiles(config, database);
  await repeatErasures(config, { database, files, clock }, log);
  if (config.demo) await fillDemo(database, clock, log);
  await beginOpenRolls(database, clock.now());
  const settings = await createSettings(database, config.fixedSettings);
  const readConnection = config.databaseReadUrl ?? connection;
  const parts = { config, clock, settings, database, connection, readConnection, live };
  const queues = await createMailQueues({ ...parts, report });
  const signIn = await prepareSignIn(config);
  const key = await secretsKey(config);
  const context = {
    ...parts,
    queue: queues.mails,
    messageQueue: queues.messages,
    importQueue: queues.imports,
    files,
    sealer: createSealer(key),
  };
  let isDraining = false;
  const app = await createApp({
    context,
    pool,
    verify: signIn.verify,
    signIn: signIn.forBrowser,
    demoSignIn: demoPages(signIn, config, database),
    isDraining: () => isDraining,
    tracing,
    webFolder: fileURLToPath(new URL('../dist/web', import.meta.url)),
  });
  await listen(app, config);
  const hasDemoSignIn = signIn.keys !== undefined;
  const background = startBackground(context, { key, hasDemoSignIn, report, log });

  return {
    config,
    title: settings.current().title,
    async stop() {
      isDraining = true;
      await wait(config.drainSeconds * 1000);
      const { delivered } = await background.stop();
      await closeWithin(app, stopTimeoutMs);
      await delivered;
      await queues.stop();
      await settings.stop();
      await live.stop();
      await opened.close();
      await tracing?.stop();
    },
  };
}

/** Nothing is written there where a database, a bucket, a key, a mail server and a provider are set. */
async function assertDataFolder(config: Config): Promise<void> {
  const { databaseUrl, filesUrl, secretsKey: key, smtpUrl, oidc, dataDir } = config;
  if (databaseUrl && filesUrl && key && smtpUrl && oidc) return;
  await assertWritable(dataDir, 'DATA_DIR', { create: true });
}

async function openFiles(config: Config, database: Database): Promise<Files> {
  const store = fileStoreOf(config);
  await store.protect();
  return createFiles({ store, secret: await sharedSecret(database, 'file-links'), database });
}

/** Erases students again whose data came back with a backup, and what an older version has left of others. */
async function repeatErasures(
  { dataDir }: Config,
  { database, files, clock }: { database: Database; files: Files; clock: Clock },
  log: Log,
): Promise<void> {
  const erasures = erasuresFile(dataDir);
  const moment = { database, files, today: clock.today(), now: clock.now().toString() };
  const again = await eraseAgain(moment, await readErasures(erasures));
  if (again) log(`${again} students were erased again: their data had come back with a backup.`);
  const rest = await eraseRest(database);
  if (rest) log(`${rest} rows of erased students were erased: an older version had left them.`);
  await writeErasures(erasures, await recordedErasures(database)).catch((error: Error) =>
    log(`The list of erasures: ${error.message}`),
  );
}

const portTaken = ({ port }: Config) =>
  new SetupError(
    `PORT ${port} is already in use, perhaps by another Attendance: stop it, or choose another, for example PORT=${port + 1}.`,
  );

/** Fails before anything is started: a second start must not disturb the first. */
async function assertPortFree(config: Config): Promise<void> {
  await new Promise<void>((free, taken) => {
    const probe = createServer();
    probe.once('error', () => taken(portTaken(config)));
    probe.listen(config.port, config.host, () => probe.close(() => free()));
  });
}

/**
 * Finishes running requests; the rest is cut off after a timeout. A connection that a client keeps
 * after its response would be waited for.
 */
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), ms);
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(tidying);
    clearTimeout(cutOff);
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  await app
    .listen({ port: config.port, host: config.host })
    .catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? portTaken(config) : error;
    });
}
