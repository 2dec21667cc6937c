import { demoToken, type ServerProcess } from '#server/test/server-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

/** The demo institute in a server of its own. */
export interface Demo extends Pick<Sandbox, 'connection'> {
  server: ServerProcess;
  /** An access token; the admin's by default. */
  token(email?: string): Promise<string>;
  /** A call of the API. */
  call(
    path: string,
    options?: { method?: string; body?: unknown; email?: string },
  ): Promise<Response>;
  close(): Promise<void>;
}

export async function openDemo(env: Record<string, string> = {}): Promise<Demo> {
  const sandbox = createSandbox();
  const server = await sandbox.start({ env });
  const token = (email = 'admin@demo.example') => {
    const role = /^(admin|account)@/.exec(email)?.[1];
    return demoToken(sandbox.dataDir, server.base, email, role ? [role] : []);
  };
  return {
    server,
    token,
    connection: () => sandbox.connection(),
    call: async (path, { method = 'GET', body, email } = {}) =>
      fetch(`${server.base}/api/v2/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token(email)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async close() {
      await server.stop('SIGTERM');
      sandbox.remove();
    },
  };
}
