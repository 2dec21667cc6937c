import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { inject } from 'vitest';
import { createApp } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { changedSince } from '#server/school/live-marks.ts';
import type { FileName } from '#server/exchange/csv/columns.ts';
import type { AppContext } from '../app-context.ts';
import { createSettings } from '#server/school/settings.ts';
import { createMailQueues, type MailQueues } from '../mail-queues.ts';
import type { Clock } from '../platform/clock.ts';
import {
  createDatabase,
  createPool,
  type Connection,
  type Database,
} from '../platform/database/pool.ts';
import { grantRowsTo } from '../platform/database/grants.ts';
import { sharedSecret } from '../platform/database/secret.ts';
import { createVerifier } from '../platform/identity/verifier.ts';
import { createFiles } from '../platform/files/files.ts';
import { folderStore } from '../platform/files/folder-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import { prepareJobs } from '../platform/jobs/queue.ts';
import { secretsKey } from '../platform/secrets/key.ts';
import { createSealer } from '../platform/secrets/sealer.ts';
import { createLiveHub } from '../platform/live/hub.ts';
import { keyOfDevice } from './device.ts';
import { copyOfTemplate, dropCopy } from './copies.ts';
import { createIssuer, type Issuer } from './issuer.ts';
import { importInstitute } from './institute.ts';
import { watchLocks } from './lock-watch.ts';

/** A user of the test institute, or a request without a sign-in. */
export type Caller =
  | 'teacher'
  | 'otherTeacher'
  | 'admin'
  | 'account'
  /** S1 and S2, where the school has `STUDENT_SIGN_IN`. */
  | 'student'
  | 'otherStudent'
  | 'stranger'
  /** A reader at the door of R1. */
  | 'device'
  | 'anonymous';

const emails: Record<Exclude<Caller, 'anonymous' | 'device'>, string> = {
  teacher: 'tess@school.example',
  otherTeacher: 'theo@school.example',
  admin: 'ada@school.example',
  account: 'leo@school.example',
  student: 's1@school.example',
  otherStudent: 's2@school.example',
  stranger: 'sam@elsewhere.example',
};

/** A server with a small institute on its own database; the test sets its clock. */
export interface TestSchool {
  app: FastifyInstance;
  database: Database;
  pool: pg.Pool;
  connection: Connection;
  issuer: Issuer;
  config: Config;
  /** The context of the features, for work that no request starts. */
  context: AppContext;
  /** The refusals of rows that were locked in the wrong order. */
  wrongLocks: string[];
  /** Sets the clock; `clock.today()` follows in the institute's time zone. */
  at(instant: string): void;
  call(
    caller: Caller,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  token(caller: Exclude<Caller, 'anonymous'>): Promise<string>;
  /** Ids by natural key. */
  classId(ref: string): Promise<number>;
  studentId(code: string): Promise<number>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape.
  body: any;
  headers: Record<string, unknown>;
}

export async function createTestSchool(
  options: {
    now?: string;
    env?: Record<string, string>;
    rows?: Partial<Record<FileName, Record<string, string>[]>>;
    files?: FileStore;
    webFolder?: string;
    log?: Writable;
    /** The server works as a user of the database who may change rows alone, as in a large installation. */
    asApplicationUser?: boolean;
    /** Refuses what locks rows in another order than `lockOrder`; `WATCH_LOCKS=1` does so in every test. */
    watchesLocks?: boolean;
  } = {},
) {
  const connection = await copyOfTemplate(options.rows ? undefined : inject('institute'));
  const locks = (options.watchesLocks ?? process.env.WATCH_LOCKS) ? watchLocks(connection) : null;
  const pool = createPool(connection, 8, () => {}, { traced: locks?.clientOf });
  const database = createDatabase(pool);
  if (options.rows) await importInstitute(database, options.rows);
  const served = options.asApplicationUser
    ? await applicationUserOf(database, connection)
    : (throughPooler(connection) ?? { connection, pool, database, close: async () => {} });

  let now = Temporal.Instant.from(options.now ?? '2026-03-02T09:15:00+11:00');
  const issuer = await createIssuer();
  const dataDir = await mkdtemp(join(tmpdir(), 'attendance-data-'));
  const config = readConfig({
    ADMIN_EMAILS: emails.admin,
    ACCOUNT_EMAILS: emails.account,
    LOG_LEVEL: 'silent',
    DEMO: 'false',
    REQUESTS_PER_MINUTE: '0',
    DATA_DIR: dataDir,
    ...options.env,
  });
  const { timeZone } = config;
  const clock: Clock = {
    timeZone,
    now: () => now,
    today: () => now.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
  };
  const live = createLiveHub({
    connection: served.connection,
    notify: (channel, payload) => served.pool.query('select pg_notify($1, $2)', [channel, payload]),
    poll: (since) => changedSince(served.database, since),
    log: () => {},
  });
  const store = options.files ?? folderStore(join(dataDir, 'files'));
  const files = createFiles({
    store,
    secret: await sharedSecret(served.database, 'file-links'),
    database: served.database,
  });
  const settings = await createSettings(served.database, config.fixedSettings);
  // Few tests use the queues: they start with the first job.
  let started: Promise<MailQueues> | null = null;
  const startQueues = () =>
    (started ??= createMailQueues({
      connection: served.connection,
      readConnection: served.connection,
      database: served.database,
      clock,
      config,
      settings,
      live,
      report: () => {},
    }));
  const queue = {
    add: async (trx: Database, id: number) => (await startQueues()).mails.add(trx, id),
    addAll: async (trx: Database, ids: number[]) => (await startQueues()).mails.addAll(trx, ids),
    wake: () => void startQueues().then(({ mails }) => mails.wake()),
  };
  const messageQueue = {
    addAll: async (trx: Database, ids: number[]) => (await startQueues()).messages.addAll(trx, ids),
    wake: () => void startQueues().then(({ messages }) => messages.wake()),
  };
  const importQueue = {
    add: async (trx: Database, id: number) => (await startQueues()).imports.add(trx, id),
    wake: () => void startQueues().then(({ imports }) => imports.wake()),
  };
  const context: AppContext = {
    config,
    clock,
    settings,
    database: served.database,
    connection: served.connection,
    readConnection: served.connection,
    queue,
    messageQueue,
    importQueue,
    live,
    files,
    sealer: createSealer(await secretsKey(config)),
  };
  const app = await createApp({
    context,
    pool: served.pool,
    verify: createVerifier(issuer),
    signIn: {
      authority: issuer.issuer,
      client_id: 'web',
      scope: 'openid',
      redirect_uri: 'http://localhost:3000/auth/callback',
    },
    webFolder: options.webFolder ?? '/nowhere',
    ...(options.log && { log: options.log }),
  });
  await app.ready();

  const tokens = new Map<string, string>();
  const token = async (caller: Exclude<Caller, 'anonymous'>) => {
    const known =
      tokens.get(caller) ??
      (caller === 'device'
        ? await keyOfDevice(database)
        : await issuer.token({ email: emails[caller], name: caller }));
    tokens.set(caller, known);
    return known;
  };

  const school: TestSchool = {
    app,
    wrongLocks: locks?.refused ?? [],
    database,
    pool: served.pool,
    connection,
    issuer,
    config,
    context,
    at(instant) {
      now = Temporal.Instant.from(instant);
    },
    token,
    async call(caller, method, path, body, headers = {}) {
      const bearer =
        caller === 'anonymous' ? {} : { authorization: `Bearer ${await token(caller)}` };
      const request: InjectOptions = {
        method,
        url: path.startsWith('/') ? path : `/api/v2/${path}`,
        headers: { ...bearer, ...headers },
      };
      if (body !== undefined) request.payload = body as InjectOptions['payload'];
      const answer = await app.inject(request);
      const json = String(answer.headers['content-type']).includes('json');
      return {
        status: answer.statusCode,
        body: answer.body && json ? JSON.parse(answer.body) : answer.body || null,
        headers: answer.headers,
      };
    },
    classId: async (ref) =>
      (
        await database
          .selectFrom('class_schedule')
          .select('id')
          .where('ref', '=', ref)
          .executeTakeFirstOrThrow()
      ).id,
    studentId: async (code) =>
      (
        await database
          .selectFrom('student')
          .select('id')
          .where('student_id', '=', code)
          .executeTakeFirstOrThrow()
      ).id,
    async close() {
      await app.close();
      if (started) await (await started).stop();
      await settings.stop();
      await live.stop();
      await served.close();
      await database.destroy();
      await locks?.stop();
      await rm(dataDir, { recursive: true });
      await dropCopy(connection);
    },
  };
  return school;
}

/** Connections of a user of the database as `attendance migrate` makes it for the servers. */
async function applicationUserOf(database: Database, owner: Exclude<Connection, string>) {
  const user = 'attendance_application';
  // Users belong to the database server, which all test files share.
  await sql`
    do $$ begin
      create role attendance_application login;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(database);
  await prepareJobs(owner);
  await grantRowsTo(database, user);
  const connection = { ...owner, user };
  const pool = createPool(connection, 8, () => {});
  const own = createDatabase(pool);
  return { connection, pool, database: own, close: () => own.destroy() };
}

/** Connections by PgBouncer, where the tests run through it. */
function throughPooler(connection: Exclude<Connection, string>) {
  const port = inject('pooler');
  if (!port) return null;
  const { user, database: name } = connection;
  const pooled = { host: '127.0.0.1', port, user, database: name };
  const pool = createPool(pooled, 8, () => {}, { perTransaction: true });
  const database = createDatabase(pool);
  return { connection, pool, database, close: () => database.destroy() };
}
