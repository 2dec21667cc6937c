import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from '../http/api-error.ts';
import type { ReplicationMonitor } from './replication-monitor.ts';
import { retries } from '../database/transactions.ts';
import { replications } from '../database/replication.ts';
import { isLoopbackName, isPassedOn } from '../http/own-hosts.ts';

interface MetricsOptions {
  pool: pg.Pool;
  monitor: ReplicationMonitor;
  /** Number of exports by mail in each state. */
  jobs: () => Promise<Record<string, number>>;
  /** When operators last made a backup and tried one out, by name. */
  runs: () => Promise<Map<string, string>>;
  /** The bearer token of a monitoring system; without one, metrics are for this computer only. */
  token?: string;
}

/**
 * How long the number of jobs is cached, in milliseconds: each scrape would run a query otherwise.
 */
const countedMs = 5000;

/** Seconds; a tap takes a few milliseconds, an export a minute. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

const meaning = 'Copies of the database: 0 none, 1 asynchronous, 2 synchronous';

/**
 * `GET /metrics` in Prometheus' text format: requests by route, connections, jobs, the event loop's
 * lag, memory.
 */
export function metrics(app: FastifyInstance, options: MetricsOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  addPoolGauges(registry, options.pool);
  addReplicationGauges(registry, options.monitor);
  addJobGauges(registry, options);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!canScrape(request, options.token)) {
      throw new ApiError(
        401,
        { detail: 'Metrics need the token of METRICS_TOKEN, or a request of this computer.' },
        { 'www-authenticate': 'Bearer' },
      );
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, without streams that stay open',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // All unknown addresses are one route in Prometheus, or clients could fill its memory.
    const route = request.routeOptions.url ?? 'none';
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function addPoolGauges(registry: Registry, pool: pg.Pool): void {
  addGauge(
    registry,
    'database_pool_connections',
    'Connections that are open',
    () => pool.totalCount,
  );
  addGauge(registry, 'database_pool_idle', 'Connections that wait for work', () => pool.idleCount);
  addGauge(
    registry,
    'database_pool_waiting',
    'Requests that wait for a connection',
    () => pool.waitingCount,
  );
  void new Gauge({
    name: 'database_transaction_retries',
    help: 'Transactions that were repeated since the start, after a deadlock or a conflict',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      for (const [reason, count] of Object.entries(retries())) this.set({ reason }, count);
    },
  });
}

function addReplicationGauges(registry: Registry, monitor: ReplicationMonitor): void {
  const expected = replications.indexOf(monitor.expected);
  addGauge(registry, 'database_replication_expected', meaning, () => expected);
  void new Gauge({
    name: 'database_replication',
    help: meaning,
    registers: [registry],
    async collect() {
      // Where no copies are expected, none are looked for.
      const found = expected > 0 ? await monitor.current() : null;
      this.set(found ? replications.indexOf(found) : NaN);
    },
  });
}

type CountedJobs = Pick<MetricsOptions, 'jobs' | 'runs'>;

function addJobGauges(registry: Registry, counted: CountedJobs): void {
  const countJobs = createJobCount(counted);
  void new Gauge({
    name: 'mail_jobs',
    help: 'Exports by mail by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [state, count] of Object.entries(await countJobs().states))
        this.set({ state }, count);
    },
  });
  void new Gauge({
    name: 'operation_last_run_timestamp_seconds',
    help: 'When operators last made a backup, and tried one out',
    labelNames: ['name'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [name, at] of await countJobs().runs) this.set({ name }, Date.parse(at) / 1000);
    },
  });
}

/** Counts jobs and runs at most once in a while. */
function createJobCount({ jobs, runs }: CountedJobs) {
  let counted: {
    at: number;
    states: Promise<Record<string, number>>;
    runs: Promise<Map<string, string>>;
  } | null = null;
  return () => {
    // While the database is unavailable, the rest is still reported.
    if (!counted || performance.now() - counted.at > countedMs)
      counted = {
        at: performance.now(),
        states: jobs().catch(() => ({})),
        runs: runs().catch(() => new Map()),
      };
    return counted;
  };
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Allowed with the token; without one only from this computer by a loopback name, not through a
 * proxy or DNS rebinding.
 */
function canScrape(request: FastifyRequest, token: string | undefined): boolean {
  const { headers, socket } = request;
  if (token === undefined) {
    const hostname = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
    return (
      loopback.test(socket.remoteAddress ?? '') && isLoopbackName(hostname) && !isPassedOn(request)
    );
  }
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
