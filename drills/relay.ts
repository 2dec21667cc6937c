import type { Socket } from 'node:net';

/** Connects a client with its target, and ends both where one of them ends. @param sockets those that are open. */
export function relay(client: Socket, target: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [client, target],
    [target, client],
  ] as const) {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
