import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '#contract/exchange/webhook.ts';

interface ReceivedEvent {
  id: string;
  timestamp: string;
  signature: string;
  text: string;
  event: WebhookEvent;
}

type Answering = (response: ServerResponse, received: ReceivedEvent) => void;

const accept: Answering = (response) => response.writeHead(204).end();

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name]);
}

/** A receiver on loopback that writes down what it gets. @param answer how it answers. */
export async function openReceiver(answer: Answering = accept) {
  const received: ReceivedEvent[] = [];
  const receiver = { answer };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const one = {
        id: headerOf(request, 'webhook-id'),
        timestamp: headerOf(request, 'webhook-timestamp'),
        signature: headerOf(request, 'webhook-signature'),
        text,
        event: JSON.parse(text) as WebhookEvent,
      };
      received.push(one);
      receiver.answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

/** The signature that a request has to have, written from the standard. */
export const expectedSignature = (secret: string, { id, timestamp, text }: ReceivedEvent): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64')}`;
