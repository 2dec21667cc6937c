import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  demoToken,
  freePort,
  startServer,
  type ServerProcess,
} from '#server/test/server-process.ts';

/** The demo institute in a server of its own. */
export interface Demo {
  server: ServerProcess;
  /** A call of the API; the admin’s by default. */
  call(
    path: string,
    options?: { method?: string; body?: unknown; email?: string },
  ): Promise<Response>;
  /** An access token of the admin. */
  token(): Promise<string>;
  close(): Promise<void>;
}

export async function openDemo(env: Record<string, string> = {}): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'attendance-interop-'));
  const server = await startServer({ dataDir: folder, port: await freePort(), env });
  return {
    server,
    async call(path, { method = 'GET', body, email = 'admin@demo.example' } = {}) {
      const role = /^(admin|account)@/.exec(email)?.[1];
      return fetch(`${server.base}/api/v2/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await demoToken(folder, server.base, email, role ? [role] : [])}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    token: () => demoToken(folder, server.base, 'admin@demo.example', ['admin']),
    async close() {
      await server.stop('SIGTERM');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
