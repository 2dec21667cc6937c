import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { relay } from '../relay.ts';

/** The way of one node to the members of etcd, which can be cut. */
export interface Gates {
  /** The addresses of the members, by these gates. */
  hosts: string;
  cut(isCut: boolean): void;
  close(): void;
}

const firstPort = 12379;

/** Opens a gate to each member on the node's own address. */
export async function openGates(
  own: string,
  _at: number,
  members: readonly string[],
): Promise<Gates> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const servers = members.map((member, at): Server => {
    const server = createServer((client) => {
      if (isCut) return void client.destroy();
      const target = connect(2379, member);
      relay(client, target, sockets);
    });
    return server.listen(firstPort + at, own);
  });
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    hosts: members.map((_member, at) => `${own}:${firstPort + at}`).join(','),
    cut(cut) {
      isCut = cut;
      if (cut) sockets.forEach((socket) => socket.destroy());
    },
    close() {
      sockets.forEach((socket) => socket.destroy());
      servers.forEach((server) => server.close());
    },
  };
}
