import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Connection } from '../platform/database/pool.ts';

/** `Z`, its length, and `I`: the server is ready, and no transaction is open. */
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const isReady = (bytes: Buffer) => bytes.subarray(-idle.length).equals(idle);

/**
 * A pooler in transaction mode with one connection to the database, which its clients use in turns. For users without
 * a password.
 */
export async function startTransactionPooler(target: Exclude<Connection, string>) {
  let turn = Promise.resolve();
  let answerToStart = Buffer.alloc(0);
  const path = `${target.host}/.s.PGSQL.${target.port}`;
  const upstream = target.host.startsWith('/') ? connect(path) : connect(target.port, target.host);
  upstream.on('error', () => {});
  const sockets = new Set<Socket>();

  /** Sends a message when it is the client's turn. @returns the answer up to the end of the transaction. */
  const exchange = (message: Buffer, onPart: (part: Buffer) => void): Promise<void> => {
    turn = turn.then(async () => {
      upstream.write(message);
      for (;;) {
        const [part] = (await once(upstream, 'data')) as [Buffer];
        onPart(part);
        if (isReady(part)) return;
      }
    });
    return turn;
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    let hasStarted = false;
    client.on('data', (message: Buffer) => {
      if (message[0] === 0x58) return void client.end();
      if (hasStarted) return void exchange(message, (part) => client.write(part));
      hasStarted = true;
      // The first client's start opens the connection; the others get the same answer.
      if (answerToStart.length) return void client.write(answerToStart);
      void exchange(message, (part) => (answerToStart = Buffer.concat([answerToStart, part]))).then(
        () => client.write(answerToStart),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://${target.user}@127.0.0.1:${(server.address() as AddressInfo).port}/${target.database}`,
    close() {
      for (const socket of sockets) socket.destroy();
      upstream.destroy();
      server.close();
    },
  };
}
