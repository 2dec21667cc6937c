import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { fileStoreOf } from './backup-commands.ts';
import { readConfig, type Config } from './config.ts';
import { changedSince } from '#server/school/live-marks.ts';
import {
  purgeOldRequests,
  closeFinishedRolls,
  countNightly,
  remindOfRolls,
  purgeOldCodes,
} from '#server/attendance/composition.ts';
import { demoAccounts, demoStudents, fillDemo } from '#server/admin/composition.ts';
import {
  eraseAgain,
  erasuresFile,
  readErasures,
  recordedErasures,
  writeErasures,
  purgeExpired,
} from '#server/people/composition.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';
import { sendListMails, keepMessages } from '#server/messages/composition.ts';
import { repairMeetings } from '#server/timetable/composition.ts';
import { keepStandings } from '#server/standing/composition.ts';
import { createSettings } from '#server/school/settings.ts';
import { keepWebhooks, mailDisabled } from '#server/exchange/composition.ts';
import { createMailQueues } from './mail-queues.ts';
import { createClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import { sharedSecret } from './platform/database/secret.ts';
import { demoKeys, publicKeys } from './platform/identity/demo-keys.ts';
import { purgeDemoStore } from './platform/identity/demo-store.ts';
import { createVerifier } from './platform/identity/verifier.ts';
import { createFiles } from './platform/files/files.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { secretsKey } from './platform/secrets/key.ts';
import { createSealer } from './platform/secrets/sealer.ts';
import { SetupError } from './platform/setup-error.ts';

const hour = 3_600_000;
const minute = 60_000;
/** The interval of the retention job; the first run is soon after the start. */
const dailyIntervalMs = 6 * hour;
const firstDailyMs = 60_000;
/** Commands for exports and imports open their own connections, without this limit. */
const statementTimeoutMs = 60_000;
/** A large import holds rows for a minute: requests about them are refused, and do not wait with a connection. */
const lockTimeoutMs = 5000;
/** Maximum time that a stop waits for running requests. */
const stopTimeoutMs = 10_000;

/** A running server. */
interface Running {
  config: Config;
  /** The institute's name. */
  title: string;
  /** Stops all parts, once running requests are answered. */
  stop(): Promise<void>;
}

/** Reads the settings, builds the application context and listens. */
export async function start(
  env: Record<string, string | undefined>,
  log: (line: string) => void,
): Promise<Running> {
  const config = readConfig(env);
  await assertPortFree(config);
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

  const store = fileStoreOf(config);
  await store.protect();
  const files = createFiles({
    store,
    secret: await sharedSecret(database, 'file-links'),
    database,
  });

  const erasures = erasuresFile(config.dataDir);
  const moment = { database, files, today: clock.today(), now: clock.now().toString() };
  const again = await eraseAgain(moment, await readErasures(erasures));
  if (again) log(`${again} students were erased again: their data had come back with a backup.`);
  await writeErasures(erasures, await recordedErasures(database)).catch((error: Error) =>
    log(`The list of erasures: ${error.message}`),
  );

  if (config.demo) await fillDemo(database, clock, log);
  await beginOpenRolls(database, clock.now());
  const settings = await createSettings(database, config.fixedSettings);
  const readConnection = config.databaseReadUrl ?? connection;
  const queues = await createMailQueues({
    connection,
    readConnection,
    database,
    clock,
    config,
    settings,
    live,
    report,
  });
  const signIn = await prepareSignIn(config);
  const key = await secretsKey(config);
  const context = {
    config,
    clock,
    settings,
    database,
    connection,
    readConnection,
    queue: queues.mails,
    messageQueue: queues.messages,
    importQueue: queues.imports,
    live,
    files,
    sealer: createSealer(key),
  };
  let isDraining = false;
  const app = await createApp({
    context,
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
            accounts: config.studentSignIn
              ? [...demoAccounts, ...(await demoStudents(database))]
              : demoAccounts,
            database,
          });
        }
      : undefined,
    isDraining: () => isDraining,
    tracing,
    webFolder: fileURLToPath(new URL('../dist/web', import.meta.url)),
  });
  await listen(app, config);
  const tidying = setInterval(() => {
    purgeOldRequests(database).catch(() => {});
    purgeOldCodes(context).catch(() => {});
    if (signIn.keys) purgeDemoStore(database).catch(() => {});
  }, hour);
  const closing = setInterval(() => {
    // Rolls that close automatically need no reminder.
    closeFinishedRolls(context)
      .then(() => remindOfRolls(context))
      .then(() => sendListMails(context))
      .then(() => countNightly(context))
      .then(() => mailDisabled(context))
      .catch((error: Error) => report('Rolls', error));
  }, minute);
  const purge = () =>
    void purgeExpired({
      database,
      clock,
      files,
      erasures,
      retentionDays: config.retentionDays,
    }).catch((error: Error) => report('Retention', error));
  const repair = () =>
    repairMeetings(database, clock).then(
      ({ adopted, planned }) => {
        if (adopted || planned) log(`Meetings: ${adopted} classes changed, ${planned} repaired.`);
      },
      (error: Error) => report('Meetings', error),
    );
  const standings = keepStandings(context, report);
  const messages = keepMessages(context, report);
  const webhooks = keepWebhooks(
    () => ({
      connection,
      timeZone: clock.timeZone,
      now: clock.now().toString(),
      key,
      networks: config.webhookNetworks,
    }),
    report,
  );
  const dailyTimers = [purge, repair].flatMap((work) => [
    setTimeout(() => void work(), firstDailyMs),
    setInterval(() => void work(), dailyIntervalMs),
  ]);

  return {
    config,
    title: settings.current().title,
    async stop() {
      isDraining = true;
      await wait(config.drainSeconds * 1000);
      clearInterval(tidying);
      clearInterval(closing);
      await standings.stop();
      await messages.stop();
      // Requests to receivers may take some seconds, as those of users may.
      const delivered = webhooks.stop();
      dailyTimers.forEach(clearInterval);
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

const audience = 'urn:attendance:api';

/** The institute's identity provider, or the demo provider with its keys. */
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
    forBrowser: {
      authority: issuer,
      client_id: 'attendance-web',
      scope: 'openid profile email offline_access',
      redirect_uri,
    },
  };
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
