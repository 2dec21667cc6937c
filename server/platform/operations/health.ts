import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import { isReplicatedAs } from '../database/replication.ts';
import type { ReplicationMonitor } from './replication-monitor.ts';

/** Timeout of the database check, in milliseconds. */
const timeoutMs = 1000;

/**
 * `/healthz`: this process serves. `/drainz`: it is not about to stop. `/readyz`: it can do its work, and is not about to stop; where
 * copies of the database are expected, it says what is copied. A missing copy is no reason to stop.
 */
export function health(
  app: FastifyInstance,
  database: Database,
  monitor: ReplicationMonitor,
  isDraining: () => boolean,
): void {
  let stopping = false;
  let checking: Promise<boolean> | null = null;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', { schema: { hide: true }, exposeHeadRoute: true }, async () => ({
    status: 'ok',
  }));
  // For load balancers: without a database all processes are alike, and each says so better than the balancer.
  app.get('/drainz', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) =>
    stopping || isDraining() ? reply.code(503).send({ status: 'stopping' }) : { status: 'serving' },
  );
  app.get('/readyz', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    if (stopping || isDraining()) return reply.code(503).send({ status: 'stopping' });
    // Concurrent requests share one check of the database.
    checking ??= Promise.race([sql`select 1`.execute(database).then(() => true), after(timeoutMs)])
      .catch(() => false)
      .finally(() => (checking = null));
    const there = await checking;
    if (!there) return reply.code(503).send({ status: 'no database' });
    if (monitor.expected === 'none') return { status: 'ready' };
    const replication = await Promise.race([monitor.current(), after(timeoutMs)]);
    if (!replication) return { status: 'ready', replication: 'unknown' };
    return isReplicatedAs(replication, monitor.expected)
      ? { status: 'ready', replication }
      : {
          status: 'ready',
          replication,
          warning: `not replicated: ${monitor.expected} is expected`,
        };
  });
}

const after = (ms: number): Promise<false> =>
  new Promise((resolve) => void setTimeout(() => resolve(false), ms).unref());
