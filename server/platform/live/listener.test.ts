import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPool } from '../database/pool.ts';
import { createListener } from './listener.ts';

/** A network between the listener and the database that can drop everything without a word. */
interface Network {
  port: number;
  connections(): number;
  drop(): void;
  restore(): void;
  close(): void;
}

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

async function openNetwork(): Promise<Network> {
  const { host, port } = inject('maintenance');
  const sockets = new Set<Socket>();
  let isDropping = false;
  let count = 0;
  const server: Server = createServer((client) => {
    count++;
    const target = host.startsWith('/')
      ? connect(join(host, `.s.PGSQL.${port}`))
      : connect(port, host);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isDropping || to.write(bytes));
      from.on('close', () => to.destroy());
      from.on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    drop: () => (isDropping = true),
    restore: () => (isDropping = false),
    close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

it('a listener that a silent network cut off connects again, and says that news may be missing', async () => {
  const { user, database, password } = inject('maintenance');
  const heard: string[] = [];
  let times = 0;
  const listener = createListener({
    connection: {
      host: '127.0.0.1',
      port: network.port,
      user,
      database,
      ...(password !== undefined && { password }),
    },
    channel: 'attendance_listener_test',
    onNotification: (payload) => heard.push(payload),
    onListening: () => times++,
    onUnsupported: (message) => expect.fail(message),
    checkMs: 300,
  });
  const pool = createPool(inject('maintenance'), 1, () => {});
  const send = (text: string) =>
    pool.query('select pg_notify($1, $2)', ['attendance_listener_test', text]);

  await expect.poll(() => times).toBe(1);
  await send('first');
  await expect.poll(() => heard).toEqual(['first']);

  network.drop();
  await expect.poll(listener.isListening).toBe(false);
  await send('into the void');
  network.restore();
  await expect.poll(() => times).toBe(2);
  await send('second');
  await expect.poll(() => heard).toEqual(['first', 'second']);

  // As a restart of the database does.
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen attendance_listener_test%' or query = 'select 1'
      and pid <> pg_backend_pid() and datname = current_database()`);
  await expect.poll(() => times).toBe(3);

  await listener.stop();
  const before = network.connections();
  await pool.end();
  expect(listener.isListening()).toBe(false);
  expect(network.connections()).toBe(before);
});
