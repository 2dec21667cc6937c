import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import { databaseUrl } from '#server/test/database-url.ts';
import { startIssuer } from '#server/test/issuer.ts';
import { frontAddress, processAddresses, startProxy, untilReady } from '#server/test/proxy.ts';
import { startPooler } from '#server/test/pooler.ts';
import { startServer, type ServerProcess } from '#server/test/server-process.ts';
import { median, tapsOverHttp, type Tap } from './load.ts';
import { seedPagesInstitute, today } from './pages-seed.ts';

const clients = 32;
/** The process behind PgBouncer. */
const pooledAddress = '127.0.21.13';
/** Short: each tap is of a student who has no mark of the day. */
const legSeconds = 2;
const warmRounds = 3;
const rounds = 10;
const email = 'admin@demo.example';

type Log = (line: string) => void;

/** What is measured, and the processes whose time it takes. */
interface Part {
  name: string;
  pids: () => number[];
}

/**
 * Taps through one process, and through two behind HAProxy: how many, and how much of a processor each
 * part takes for one (docs/capacity.md).
 */
export async function measureCapacity(folder: string, log: Log): Promise<string[]> {
  const dataDir = join(folder, 'doors');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 2 }, log);
  const { database } = opened;
  if (!(await database.selectFrom('student').select('id').limit(1).executeTakeFirst()))
    await seedPagesInstitute(database);
  const issuer = await startIssuer();
  const pooler = await startPoolerOf(opened, database);
  const servers: ServerProcess[] = [];
  for (const [host, database] of [
    ...processAddresses.map((address) => [address, {}] as const),
    [pooledAddress, pooler.env] as const,
  ]) {
    const server = await startServer({
      dataDir,
      port: 3000,
      env: {
        HOST: host,
        ...database,
        DEMO: 'false',
        CLOCK: `${today}T12:00:00+11:00`,
        OIDC_ISSUER: issuer.issuer,
        OIDC_CLIENT_ID: 'web',
        OIDC_AUDIENCE: issuer.audience,
        OIDC_REQUIRED_SCOPE: 'none',
        ADMIN_EMAILS: email,
        TRUSTED_PROXIES: frontAddress,
      },
    });
    if (server.child.exitCode !== null) throw new Error(server.output());
    await untilReady(`http://${host}:3000`);
    servers.push(server);
  }
  const proxy = await startProxy();
  const application = { name: 'application', pids: () => servers.map(({ child }) => child.pid!) };
  const postgres = { name: 'database', pids: () => processesOf(dataDir) };
  const token = await issuer.token({ email, email_verified: true });
  const lines = [
    '| | taps a second | median, 99 % | processor time of a tap: application, database, HAProxy, PgBouncer, clients |',
    '| --- | --- | --- | --- |',
  ];
  try {
    const parts = [
      application,
      postgres,
      { name: 'HAProxy', pids: () => [proxy.pid] },
      { name: 'PgBouncer', pids: () => [pooler.pid] },
    ];
    const legs: [string, string, Part[]][] = [
      ['one process', `http://${processAddresses[0]}:3000`, parts],
      ['two processes, HAProxy', proxy.base, parts],
      ['one process, PgBouncer in transaction mode', `http://${pooledAddress}:3000`, parts],
    ];
    // The first rounds compile; the legs alternate, so that both have the machine at its best and worst.
    const results: Leg[][] = legs.map(() => []);
    for (let round = 0; round < warmRounds + rounds; round++)
      for (const [at, [, base, parts]] of legs.entries()) {
        const leg = await measureLeg({ base, token, parts, taps: await freshTaps(database) });
        if (round >= warmRounds) results[at]!.push(leg);
      }
    for (const [at, [name]] of legs.entries()) lines.push(lineOf(name, results[at]!));
  } finally {
    proxy.stop();
    pooler.stop();
    for (const server of servers) await server.stop('SIGTERM');
    issuer.close();
    await opened.close();
  }
  return [...lines, '', `load average ${loadavg()[0]!.toFixed(1)}`];
}

interface Leg {
  sent: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** The processor time of each part and of the clients, in milliseconds. */
  used: number[];
}

async function measureLeg(of: {
  base: string;
  token: string;
  parts: Part[];
  taps: Tap[];
}): Promise<Leg> {
  const before = of.parts.map(({ pids }) => processorMs(pids()));
  const own = process.cpuUsage();
  const found = await tapsOverHttp(of.base, of.token, of.taps, clients, legSeconds);
  const clientMs = process.cpuUsage(own);
  const used = of.parts.map(({ pids }, at) => spent(before[at]!, processorMs(pids())));
  return { ...found, used: [...used, (clientMs.user + clientMs.system) / 1000] };
}

function lineOf(name: string, legs: Leg[]): string {
  const sent = legs.reduce((sum, leg) => sum + leg.sent, 0);
  const of = (value: (leg: Leg) => number) => median(legs.map(value));
  const shares = legs[0]!.used.map((_ms, part) =>
    (legs.reduce((sum, { used }) => sum + used[part]!, 0) / sent).toFixed(2),
  );
  const times = `${of(({ p50 }) => p50).toFixed(1)}, ${of(({ p99 }) => p99).toFixed(1)} ms`;
  const rate = of(({ perSecond }) => perSecond).toFixed(0);
  return `| ${name} | ${rate} | ${times} | ${shares.join(', ')} ms (${sent} taps) |`;
}

/** PgBouncer in transaction mode, and the settings of a server behind it. */
async function startPoolerOf({ connection }: { connection: Connection }, database: Database) {
  if (typeof connection === 'string') throw new Error('The embedded database is expected.');
  const pooler = await startPooler(connection, 'transaction');
  for (const setting of ["statement_timeout = '60s'", 'max_parallel_workers_per_gather = 0'])
    await sql.raw(`alter role ${connection.user} set ${setting}`).execute(database);
  return {
    ...pooler,
    env: {
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${pooler.port}/${connection.database}`,
      DATABASE_DIRECT_URL: databaseUrl(connection),
    },
  };
}

/** Every student of every class of the day, none of whom has a mark. */
async function freshTaps(database: Database): Promise<Tap[]> {
  await sql`truncate attendance, mark_detail cascade`.execute(database);
  await sql`
    update student set rfid_number = (7000000 + id)::text where rfid_number is null`.execute(
    database,
  );
  const { rows } = await sql<Tap>`
    select s.rfid_number as card, m.class_schedule_id as "classSchedule", ${today} as date
    from class_meeting m
    join enrolment e on e.class_schedule_id = m.class_schedule_id
      and e.enrolled_from <= ${today}::date
      and (e.enrolled_to is null or e.enrolled_to >= ${today}::date)
    join student s on s.id = e.student_id and s.archived_at is null
    where m.date = ${today} and m.status = 'scheduled'
    order by e.id * 7919 % 100003`.execute(database);
  return rows;
}

/** PostgreSQL's processes of a data folder. */
function processesOf(dataDir: string): number[] {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  const children = execFileSync('pgrep', ['-P', String(first)], { encoding: 'utf8' });
  return [first, ...children.trim().split('\n').map(Number)];
}

/** The processor time that each process has taken, in milliseconds; one that has ended has none. */
const processorMs = (pids: number[]): Map<number, number> =>
  new Map(
    pids.flatMap((pid) => {
      const file = `/proc/${pid}/stat`;
      if (!existsSync(file)) return [];
      // The name may contain spaces; what follows it are numbers, in hundredths of a second.
      const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ');
      return [[pid, (Number(fields[11]) + Number(fields[12])) * 10]];
    }),
  );

const spent = (before: Map<number, number>, after: Map<number, number>): number =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
