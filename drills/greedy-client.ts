import { connect, type Socket } from 'node:net';
import { formOf } from '#server/test/upload.ts';
import type { ServerProcess } from '#server/test/server-process.ts';

/** Requests of greedy users. */
export interface GreedyClient {
  /** Sends a request as one of several users and reads the whole response. @returns its status. */
  call: (method: string, path: string, body?: unknown, user?: number) => Promise<number>;
  upload: (path: string, bytes: Buffer, name: string, field?: string) => Promise<number>;
  /** Requests a file and never reads the response. */
  stall: (method: string, path: string, body: unknown, user: number) => Promise<Socket>;
  /** Sends half a megabyte except the last byte; without a user, without a sign-in. */
  halfSend: (path: string, user?: number) => Socket;
  /** The statuses of the requests that ended since the last call of this function. */
  takeStatuses: () => number[];
}

/** @param tokens one for each user. */
export function greedyClient(server: ServerProcess, tokens: string[]): GreedyClient {
  const statuses: number[] = [];
  const address = (path: string) => new URL(path, `${server.base}/api/v2/`);
  const bearer = (user: number) => ({ authorization: `Bearer ${tokens[user]!}` });
  const read = async (answer: Response) => {
    for await (const part of answer.body ?? []) void part;
    statuses.push(answer.status);
    return answer.status;
  };
  const open = () => {
    const { hostname, port } = new URL(server.base);
    return connect({ host: hostname, port: Number(port) }).on('error', () => {});
  };
  return {
    takeStatuses: () => statuses.splice(0),
    call: async (method, path, body, user = 0) =>
      read(
        await fetch(address(path), {
          method,
          headers: {
            ...bearer(user),
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        }),
      ),
    async upload(path, bytes, name, field = 'file') {
      const { payload, headers } = formOf(field, bytes, name);
      return read(
        await fetch(address(path), {
          method: 'POST',
          headers: { ...bearer(0), ...headers },
          body: payload,
        }),
      );
    },
    async stall(method, path, body, user) {
      const { host } = new URL(server.base);
      const socket = open();
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = text
        ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
        : '';
      socket
        .pause()
        .write(
          `${method} ${address(path).pathname}${address(path).search} HTTP/1.1\r\n` +
            `host: ${host}\r\nauthorization: ${bearer(user).authorization}\r\n` +
            `${type}\r\n${text}`,
        );
      return socket;
    },
    halfSend(path, user) {
      const length = 512 * 1024;
      const socket = open().resume();
      socket.write(
        `POST ${address(path).pathname} HTTP/1.1\r\nhost: ${new URL(server.base).host}\r\n` +
          (user === undefined ? '' : `authorization: ${bearer(user).authorization}\r\n`) +
          `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      );
      socket.write('x'.repeat(length - 1));
      return socket;
    },
  };
}
