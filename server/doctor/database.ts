import { sql } from 'kysely';
import { transientErrorOf } from '#server/platform/database/transactions.ts';
import { assertMigrated, migrationNames } from '#server/platform/database/migrate.ts';
import {
  isPooledByTransaction,
  oldestPostgres as oldest,
  pooledAdvice,
} from '#server/platform/database/suitable.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Connection, Database } from '#server/platform/database/pool.ts';
import {
  isReplicatedAs,
  replicationOf,
  type Replication,
} from '#server/platform/database/replication.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

interface Facts {
  version: number;
  server: string;
  encrypted: boolean;
  local: boolean;
  superuser: boolean;
  owner: boolean;
  connections: number;
  allowed: number;
  now: string;
  archiving: boolean;
  archived: string | null;
  failed: string | null;
}

/** Seconds by which the clocks may differ. */
const clockSeconds = 5;

/** The database: version, schema, replication, privileges, connections, clock, archive of its log. */
export async function checkDatabase(
  database: Database,
  { replication, poolSize }: { replication: Replication; poolSize: number },
): Promise<Finding[]> {
  const begun = performance.now();
  const facts = oneRow(
    await sql<Facts>`
      select current_setting('server_version_num')::int as version,
        current_setting('server_version') as server,
        coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
        coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as local,
        (select rolsuper from pg_roles where rolname = current_user) as superuser,
        has_schema_privilege('public', 'create') as owner,
        (select count(*)::int from pg_stat_activity where datname = current_database())
          as connections,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as allowed,
        clock_timestamp() as now,
        current_setting('archive_mode') <> 'off' as archiving,
        (select last_archived_time from pg_stat_archiver) as archived,
        (select last_failed_time from pg_stat_archiver) as failed`.execute(database),
  );
  const took = performance.now() - begun;
  return [
    version(facts),
    took < 50
      ? ok('Database', `answers in ${took.toFixed(0)} ms`)
      : warning(
          'Database',
          `answers in ${took.toFixed(0)} ms`,
          'A tap is one statement: it waits as long. Is the database far away, or busy?',
        ),
    await schema(database),
    encryption(facts),
    privileges(facts),
    connections(facts, poolSize),
    clock(facts),
    await copies(database, replication),
    ...archive(facts),
  ];
}

/** Whether the way around a pooler is one. */
export async function checkPooler(connection: Connection, setting: string): Promise<Finding[]> {
  return (await isPooledByTransaction(connection))
    ? [fault('Pooler', `${setting} leads through a pooler in transaction mode`, pooledAdvice)]
    : [];
}

const version = ({ version: number, server }: Facts): Finding =>
  number >= oldest * 10_000
    ? ok('PostgreSQL', server)
    : fault('PostgreSQL', server, `Upgrade it to ${oldest} or later.`);

async function schema(database: Database): Promise<Finding> {
  try {
    await assertMigrated(database);
    return ok('Schema', `is this version’s (${migrationNames.at(-1)})`);
  } catch (error) {
    if (transientErrorOf(error)) throw error;
    return fault('Schema', (error as Error).message, 'Run attendance migrate.');
  }
}

function encryption({ encrypted, local }: Facts): Finding {
  if (encrypted) return ok('Connection', 'is encrypted');
  return local
    ? ok('Connection', 'stays on this computer')
    : warning(
        'Connection',
        'is not encrypted',
        'Take sslmode=disable out of DATABASE_URL, unless the network is private (docs/operations.md, Certificates and TLS to the database).',
      );
}

function privileges({ superuser, owner }: Facts): Finding {
  const advice =
    'Give the servers a user that may change rows alone: DATABASE_APP_USER (docs/operations.md, Set up the database).';
  if (superuser) return warning('Privileges', 'the database’s user may do everything', advice);
  return owner
    ? warning('Privileges', 'the database’s user may change the schema', advice)
    : ok('Privileges', 'the database’s user may change rows alone');
}

function connections({ connections: open, allowed }: Facts, poolSize: number): Finding {
  const text = `${open} of ${allowed} are open; a process takes ${poolSize + 4}`;
  return open + poolSize + 4 <= allowed
    ? ok('Connections', text)
    : warning('Connections', text, 'Raise max_connections, or put PgBouncer in between.');
}

function clock({ now }: Facts): Finding {
  const difference = Math.abs(Date.parse(now) - Date.now()) / 1000;
  return difference <= clockSeconds
    ? ok('Clock', `the database’s and this computer’s differ by ${difference.toFixed(1)} s`)
    : fault(
        'Clock',
        `the database’s and this computer’s differ by ${difference.toFixed(0)} s`,
        'Marks carry this computer’s time: let both follow the same time servers (chrony).',
      );
}

async function copies(database: Database, expected: Replication): Promise<Finding> {
  const found = await replicationOf(database);
  if (isReplicatedAs(found, expected))
    return ok('Copies of the database', found === 'none' ? 'none, as REPLICATION says' : found);
  return fault(
    'Copies of the database',
    `${found}, ${expected} is expected`,
    'A mark that is answered now is lost with this node. See patronictl list, and docs/operations.md, A node is lost.',
  );
}

function archive({ archiving, archived, failed }: Facts): Finding[] {
  if (!archiving) return [];
  const hasFailed = failed !== null && (archived === null || failed > archived);
  return [
    hasFailed
      ? fault(
          'Archive of the log',
          `has failed since ${failed}`,
          'Without it nothing after the last backup can be recovered, and the disk fills: pgbackrest check.',
        )
      : ok('Archive of the log', archived ? `last at ${archived}` : 'has nothing to archive yet'),
  ];
}
