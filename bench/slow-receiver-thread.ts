import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portOfMain } from '#server/platform/jobs/thread.ts';

/** As long as an answer takes: with a hundred requests at a time, a hundred a second. */
const answerMs = 1000;

// In a thread of its own: it must not keep the clients of the measurement waiting.
const main = portOfMain();
let received = 0;
const server = createServer((request, response) => {
  received++;
  request.resume();
  setTimeout(() => response.writeHead(204).end(), answerMs);
}).listen(0, '127.0.0.1', () => main.postMessage((server.address() as AddressInfo).port));
main.on('message', () => main.postMessage(received));
