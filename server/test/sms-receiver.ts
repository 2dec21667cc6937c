import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedSms {
  id: string;
  to: string;
  text: string;
}

/** A gateway on loopback that checks signatures, and answers what `answer` says. */
export async function openSmsReceiver(
  secret: string,
  answer: () => { status: number; body?: string; location?: string } | null = () => ({
    status: 200,
  }),
) {
  const accepted: ReceivedSms[] = [];
  const requests: { isSigned: boolean; key: unknown }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const time = String(request.headers['attendance-time']);
      const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const isSigned = request.headers['attendance-signature'] === `v1=${expected}`;
      requests.push({ isSigned, key: request.headers['idempotency-key'] });
      const given = answer();
      if (!given) return request.socket.destroy();
      if (given.status < 300 && isSigned) accepted.push(JSON.parse(body) as ReceivedSms);
      response.writeHead(given.status, given.location ? { location: given.location } : {});
      return response.end(given.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sms`,
    port,
    accepted,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
