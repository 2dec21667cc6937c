import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** Timeout of the database check, in milliseconds. */
const timeoutMs = 1000;

/** `/healthz`: this process serves. `/readyz`: it can do its work, and is not about to stop. */
export function health(app: FastifyInstance, database: Database): void {
  let stopping = false;
  let checking: Promise<boolean> | null = null;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', { schema: { hide: true }, exposeHeadRoute: true }, async () => ({
    status: 'ok',
  }));
  app.get('/readyz', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    // Concurrent requests share one check of the database.
    checking ??= Promise.race([sql`select 1`.execute(database).then(() => true), after(timeoutMs)])
      .catch(() => false)
      .finally(() => (checking = null));
    const there = await checking;
    return there ? { status: 'ready' } : reply.code(503).send({ status: 'no database' });
  });
}

const after = (ms: number): Promise<false> =>
  new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref());
