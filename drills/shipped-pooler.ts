import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '#server/platform/database/pool.ts';
import { freePort } from '#server/test/server-process.ts';
import { relay } from './relay.ts';

type Direct = Exclude<Connection, string>;

const shipped = join(import.meta.dirname, '..', 'deploy', 'pgbouncer.ini');
const password = 'drill';

/**
 * The one database as HAProxy expects a node of the cluster: PostgreSQL on port 5432, and on 8008 what Patroni answers
 * for a primary.
 */
export async function openNode(
  { host, port }: Direct,
  address: string,
): Promise<{ close(): void }> {
  const sockets = new Set<Socket>();
  const database = createServer((client) => {
    const target = host.startsWith('/')
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect(port, host);
    relay(client, target, sockets);
  });
  const patroni = createWebServer((_request, answer) => answer.end());
  const servers: Server[] = [database.listen(5432, address), patroni.listen(8008, address)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    close() {
      sockets.forEach((socket) => socket.destroy());
      servers.forEach((server) => server.close());
    },
  };
}

/** The file as it is shipped, but for the address of HAProxy, its own port, and the place of its users. */
export const adaptedPooler = (
  text: string,
  { host, database, port, users }: { host: string; database: string; port: number; users: string },
): string =>
  text
    .replace(/^attendance = .*$/m, `${database} = host=${host} port=5000 dbname=${database}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`);

/** Starts PgBouncer by the shipped file, in front of HAProxy's port of the database. */
export async function startShippedPooler(
  { host, user, database }: Direct,
  { folder, proxy }: { folder: string; proxy: string },
): Promise<{ url: string; stop(): void }> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const port = await freePort();
  writeFileSync(users, `"${user}" "${password}"\n`);
  writeFileSync(
    file,
    adaptedPooler(readFileSync(shipped, 'utf8'), {
      host: proxy,
      database,
      port,
      users,
    }),
  );
  // It refuses to run as root.
  const owner = process.getuid?.() === 0 && host.startsWith('/') ? statSync(host) : null;
  const child = spawn('/usr/sbin/pgbouncer', ['-q', file], {
    stdio: 'ignore',
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  });
  await wait(500);
  if (child.exitCode !== null) throw new Error('PgBouncer did not start.');
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    stop: () => void child.kill('SIGINT'),
  };
}
