import { createServer, type Server } from 'node:http';

/** A card has at most 64 characters. */
const maxBytes = 256;
const maxMs = 5000;

/** @param at a port of this computer alone, or `ADDRESS:PORT` for other computers. */
export function listenForCards(at: string, onCard: (card: string) => void): Server {
  const [, host = '127.0.0.1', port = at] = /^(?:(.+):)?(\d+)$/.exec(at) ?? [];
  const server = createServer(
    { requestTimeout: maxMs, headersTimeout: maxMs },
    (request, response) => {
      const end = (status: number) => response.writeHead(status, { connection: 'close' }).end();
      if (request.method !== 'POST') {
        end(405);
        return;
      }
      // A web page that is open on this computer.
      if (request.headers.origin !== undefined || 'sec-fetch-site' in request.headers) {
        end(403);
        return;
      }
      const parts: Buffer[] = [];
      let bytes = 0;
      request.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes <= maxBytes) parts.push(part);
        else if (!response.headersSent) end(413);
      });
      request.on('end', () => {
        if (response.headersSent) return;
        onCard(Buffer.concat(parts).toString('utf8'));
        end(202);
      });
    },
  );
  server.maxConnections = 50;
  return server.listen(Number(port), host);
}
