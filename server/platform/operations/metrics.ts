import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricsParts {
  pool: pg.Pool;
  /** How many exports by mail are in each state. */
  jobs: () => Promise<Record<string, number>>;
}

/** Seconds; a tap takes a few milliseconds, an export a minute. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** `GET /metrics` in Prometheus' text format: requests by route, connections, jobs, the event loop's lag, memory. */
export function metrics(app: FastifyInstance, { pool, jobs }: MetricsParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, without streams that stay open',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('database_pool_connections', 'Connections that are open', () => pool.totalCount);
  gauge('database_pool_idle', 'Connections that wait for work', () => pool.idleCount);
  gauge('database_pool_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
  void new Gauge({
    name: 'mail_jobs',
    help: 'Exports by mail by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is away the rest is still told.
      for (const [state, count] of Object.entries(await jobs().catch(() => ({})))) this.set({ state }, count);
    },
  });

  app.addHook('onResponse', (request, reply, done) => {
    // An address that is none is one route to Prometheus, or anybody could fill its memory.
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  );
}
