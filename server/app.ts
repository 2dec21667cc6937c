import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import helmet from '@fastify/helmet';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { PublicConfig } from '#contract/session.ts';
import { createIdentifyToken, looksLikeAccessToken } from '#server/exchange/composition.ts';
import { createIdentifyDevice, tapRoutes } from '#server/attendance/composition.ts';
import {
  recordAudit,
  fileRoutes,
  pages,
  scriptsInPage,
  sessionRoutes,
  logoRoutes,
} from '#server/admin/composition.ts';
import { attendanceCalls } from './calls.ts';
import { countMails } from '#server/school/mail-records.ts';
import { createIdentify } from '#server/school/current-user.ts';
import type { Api, AppContext } from './app-context.ts';
import type { Config } from './config.ts';
import { answerError } from './platform/http/error-handler.ts';
import { shareConnections, shareDatabase } from './platform/http/fair-share.ts';
import { limitExports } from './platform/http/export-limits.ts';
import { guard } from './platform/http/guard.ts';
import { answerHeaders, headersByAddress, pageHeaders } from './platform/http/headers.ts';
import { serializeLargeLists } from './platform/http/large-lists.ts';
import { logging } from './platform/http/logging.ts';
import { limitEntries } from './platform/http/many-entries.ts';
import { apiDescription, describeApi } from './platform/http/openapi.ts';
import { serveOwnHostsOnly } from './platform/http/own-hosts.ts';
import { limitPipelining } from './platform/http/pipelining.ts';
import { rateLimits } from './platform/http/rate-limits.ts';
import { limitBodies, nothingHere } from './platform/http/request-bodies.ts';
import { limitUnreadAnswers } from './platform/http/unread-answers.ts';
import { answerUnreadable, needHost } from './platform/http/unreadable-requests.ts';
import type { Verifier } from './platform/identity/verifier.ts';
import { health } from './platform/operations/health.ts';
import { metrics } from './platform/operations/metrics.ts';
import { lastRuns } from './platform/operations/runs.ts';
import type { Tracing } from './platform/operations/tracing.ts';
import { createReplicationMonitor } from './platform/operations/replication-monitor.ts';

interface AppOptions {
  context: AppContext;
  /** The connections that the metrics count. */
  pool: pg.Pool;
  verify: Verifier;
  signIn: PublicConfig['sign_in'];
  /** Adds the pages of the demo sign-in. */
  demoSignIn?: (app: FastifyInstance) => Promise<void>;
  /** Folder of the built web application. */
  webFolder: string;
  /** True while the process serves and wants no further requests. */
  isDraining?: () => boolean;
  /** Follows requests, where traces are on. */
  tracing?: Pick<Tracing, 'follow'> | null;
  /** A log stream instead of standard output. */
  log?: Writable;
}

const base = '/api/v2';
const maxBodyBytes = 512 * 1024;

/** Time limit for receiving a request: slow senders must not occupy connections. */
const timeouts = (seconds: number) => ({
  requestTimeout: seconds * 1000,
  http: {
    headersTimeout: seconds * 500,
    connectionsCheckingInterval: seconds * 250,
    // `needHost` looks for it.
    requireHostHeader: false,
  },
});

/** Builds the server with its plugins and features. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { context, signIn, demoSignIn, webFolder, tracing } = options;
  const { publicUrl, port } = context.config;
  const secure = publicUrl.startsWith('https:');
  const ofAnswers = answerHeaders(secure);
  const app = createServer(context.config, ofAnswers, options.log);
  addHeaders(app, ofAnswers);
  tracing?.follow(app);
  limitPipelining(app);
  if (demoSignIn) serveOwnHostsOnly(app, publicUrl, port);
  await app.register(helmet, pageHeaders(signIn.authority, secure, scriptsInPage(webFolder)));
  needHost(app);
  await app.register(compress, compression);
  await describeApi(app, context.settings.current().title);
  identifyCallers(app, options);
  await limitRequests(app, context.config);
  recordAudit(app, context);
  reportOperations(app, options);
  app.addHook('preClose', async () => context.live.endStreams());
  await registerCalls(app, context, signIn);
  await fileRoutes(app, context);
  await app.register(swaggerUi, { routePrefix: `${base}/docs`, staticCSP: true });
  await demoSignIn?.(app);
  await pages(app, webFolder, demoSignIn && new URL(publicUrl));
  return app;
}

type Headers = ReturnType<typeof answerHeaders>;

function createServer(config: Config, ofAnswers: Headers, log: Writable | undefined) {
  const app = Fastify({
    logger: logging(config.logLevel, log),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // The request id is in every log line and every response of the API.
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    ...timeouts(config.requestSeconds),
    // A stop waits for running requests; idle connections are closed.
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable(ofAnswers),
    // Requests with an invalid address run no hooks.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...ofAnswers, 'x-request-id': request.id })),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw nothingHere();
  });
  return app;
}

function addHeaders(app: FastifyInstance, ofAnswers: Headers): void {
  app.addHook('onRoute', (route) => {
    // Only lists are compressed per request: responses of actions are too short. Files and pages are
    // precompressed, if at all.
    if (!isApi(route.url) || route.method !== 'GET') route.compress = false;
    if (isApi(route.url)) route.helmet = false;
  });
  app.addHook('onRequest', (request, reply, done) => {
    // The route as well: `/%61pi/…` is the same one.
    if (isApi(request.url) || isApi(request.routeOptions.url ?? ''))
      reply.headers({ ...ofAnswers, 'x-request-id': request.id });
    else reply.headers(headersByAddress(request.url));
    done();
  });
}

const compression: FastifyCompressOptions = {
  globalCompression: true,
  // A short body that unpacks to a long one would pass the limits of bodies.
  globalDecompression: false,
  threshold: 2048,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { 1: 4 } },
};

/** Users by their token or an access token, and devices by their key. */
function identifyCallers(app: FastifyInstance, { context, verify }: AppOptions): void {
  const identify = createIdentify(verify, context.database, context.config, () =>
    context.clock.now().toString(),
  );
  const identifyToken = createIdentifyToken(context);
  guard(
    app,
    (bearer) => (looksLikeAccessToken(bearer) ? identifyToken(bearer) : identify(bearer)),
    createIdentifyDevice(context.database, context.clock),
  );
}

async function limitRequests(app: FastifyInstance, config: Config): Promise<void> {
  await rateLimits(app, config.requestsPerMinute);
  limitBodies(app, maxBodyBytes);
  limitEntries(app);
  shareConnections(app, config.poolSize);
  limitExports(app);
  serializeLargeLists(app);
  limitUnreadAnswers(app);
  shareDatabase(app, config.poolSize);
}

/** Health and metrics. */
function reportOperations(
  app: FastifyInstance,
  { context, pool, isDraining = () => false }: AppOptions,
): void {
  const { database, config } = context;
  const monitor = createReplicationMonitor(database, config.replication);
  health(app, database, monitor, isDraining);
  metrics(app, {
    pool,
    monitor,
    jobs: () => countMails(database),
    runs: () => lastRuns(database),
    token: config.metricsToken,
  });
}

async function registerCalls(
  app: FastifyInstance,
  context: AppContext,
  signIn: AppOptions['signIn'],
): Promise<void> {
  await app.register(
    async (api: Api) => {
      apiDescription(api, () => app.swagger());
      sessionRoutes(api, context, signIn);
      await api.register(async (logo: Api) => logoRoutes(logo, context));
      await api.register(async (devices: Api) => tapRoutes(devices, context));
      await api.register(async (attendance: Api) => attendanceCalls(attendance, context), {
        prefix: '/attendance',
      });
    },
    { prefix: base },
  );
}

const isApi = (url: string): boolean => url.startsWith('/api/') && !url.startsWith(`${base}/docs`);
