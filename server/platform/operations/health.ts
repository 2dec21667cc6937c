import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

/** How long the database may take to say that it is there, in milliseconds. */
const patienceMs = 1000;

/** `/healthz`: this process serves. `/readyz`: it can do its work, and is not about to stop. */
export function health(app: FastifyInstance, database: Database): void {
  let stopping = false;
  let checking: Promise<boolean> | null = null;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', { schema: { hide: true }, exposeHeadRoute: true }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    if (stopping) return reply.code(503).send({ status: 'stopping' });
    // Requests at the same time share one look at the database.
    checking ??= Promise.race([sql`select 1`.execute(database).then(() => true), after(patienceMs)])
      .catch(() => false)
      .finally(() => (checking = null));
    const there = await checking;
    return there ? { status: 'ready' } : reply.code(503).send({ status: 'no database' });
  });
}

const after = (ms: number): Promise<false> => new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref());
