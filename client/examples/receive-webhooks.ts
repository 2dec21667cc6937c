// WEBHOOK_SECRET=whsec_… PORT=8080 node receive-webhooks.ts
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@attendance/client';

const secret = process.env.WEBHOOK_SECRET ?? '';
/** An event may come twice. A real receiver remembers ids in its database, for a week. */
const seen = new Set<string>();

async function receive(request: IncomingMessage): Promise<void> {
  // The text as it came: the signature is of these bytes.
  const body = await text(request);
  const { id, event } = await verifyWebhook({ headers: request.headers, body }, secret);
  if (!seen.has(id)) console.log(`${event.type} ${JSON.stringify(event.data)}`);
  seen.add(id);
}

const server = createServer((request, response) => {
  receive(request).then(
    // Within five seconds: longer work is for later.
    () => response.writeHead(204).end(),
    (error: unknown) => response.writeHead(error instanceof WebhookError ? 400 : 500).end(),
  );
});
server.listen(Number(process.env.PORT ?? 8080), () => console.log('Listening'));
