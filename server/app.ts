import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { access } from '../contract/access.ts';
import type { PublicConfig } from '../contract/session.ts';
import { archiveRoutes } from './features/archive/routes.ts';
import { attendanceRoutes } from './features/attendance/routes.ts';
import { recordAudit } from './features/audit/record.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { calendarFeedRoutes } from './features/calendar/feed.ts';
import { calendarRoutes } from './features/calendar/routes.ts';
import { classroomRoutes } from './features/classrooms/routes.ts';
import { cohortRoutes } from './features/cohorts/routes.ts';
import { courseRoutes } from './features/courses/routes.ts';
import { classEnrolmentRoutes } from './features/enrolment/class-routes.ts';
import { cohortEnrolmentRoutes } from './features/enrolment/cohort-routes.ts';
import { jobRoutes } from './features/exports/job-routes.ts';
import { countMails } from './features/exports/mail-records.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { holidayRoutes } from './features/holidays/routes.ts';
import { leaveRoutes } from './features/leave/routes.ts';
import { noteRoutes } from './features/notes/routes.ts';
import { pages } from './features/pages/routes.ts';
import { payCodeRoutes } from './features/payroll/pay-codes.ts';
import { payrollRoutes } from './features/payroll/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { redListRoutes } from './features/red-list/routes.ts';
import { semesterRoutes } from './features/semesters/routes.ts';
import { blockedSignInRoutes } from './features/session/blocked-routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { createIdentify } from './features/session/who.ts';
import { specializationRoutes } from './features/specializations/routes.ts';
import { studentFileRoutes } from './features/students/bulk-routes.ts';
import { studentRoutes } from './features/students/routes.ts';
import { subjectRoutes } from './features/subjects/routes.ts';
import { teacherRoutes } from './features/teachers/routes.ts';
import { timetableRoutes } from './features/timetable/routes.ts';
import type { Api, Parts } from './parts.ts';
import { answerError } from './platform/http/error-handler.ts';
import { limitExports } from './platform/http/export-limits.ts';
import { guard } from './platform/http/guard.ts';
import { answerHeaders, nothingOfTheDevice, pageHeaders } from './platform/http/headers.ts';
import { serializeLargeLists } from './platform/http/large-lists.ts';
import { logging } from './platform/http/logging.ts';
import { describeApi } from './platform/http/openapi.ts';
import { serveOwnHostsOnly } from './platform/http/own-hosts.ts';
import { rateLimits } from './platform/http/rate-limits.ts';
import type { Verifier } from './platform/identity/verifier.ts';
import { health } from './platform/operations/health.ts';
import { metrics } from './platform/operations/metrics.ts';

export interface AppOptions {
  parts: Parts;
  /** Whose connections the metrics tell of. */
  pool: pg.Pool;
  verify: Verifier;
  signIn: PublicConfig['sign_in'];
  /** Adds the demo sign-in's own pages. */
  demoSignIn?: (app: FastifyInstance) => Promise<void>;
  /** Folder of the built web application. */
  webFolder: string;
  /** Where log lines go instead of standard output. */
  log?: Writable;
}

const base = '/api/v2';
const mostBodyBytes = 512 * 1024;

/** How long a client may take to send a request: who sends it drop by drop holds nobody else up. */
const patience = (seconds: number) => ({
  requestTimeout: seconds * 1000,
  http: { headersTimeout: seconds * 500, connectionsCheckingInterval: seconds * 250 },
});

/** What the server is made of. */
export async function createApp({ parts, pool, verify, signIn, demoSignIn, webFolder, log }: AppOptions): Promise<FastifyInstance> {
  const secure = parts.config.publicUrl.startsWith('https:');
  const ofAnswers = answerHeaders(secure);
  const app = Fastify({
    logger: logging(parts.config.logLevel, log),
    trustProxy: parts.config.trustedProxies.length ? parts.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // In every line of the log, and in every answer of the API.
    genReqId: () => randomUUID(),
    bodyLimit: mostBodyBytes,
    ...patience(parts.config.requestSeconds),
    // A stop waits for what is under way; connections that only wait for the next request are closed.
    forceCloseConnections: 'idle',
    // An address that cannot be read meets no hook.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers({ ...ofAnswers, 'x-request-id': request.id })),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'There is nothing at this address.' }));

  app.addHook('onRoute', (route) => {
    if (!isApi(route.url)) return;
    route.helmet = false;
    // Only lists grow large; an action's answer is shorter than what compressing it would cost.
    if (route.method !== 'GET') route.compress = false;
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isApi(request.url)) reply.headers({ ...ofAnswers, 'x-request-id': request.id });
    else reply.header('permissions-policy', nothingOfTheDevice);
    done();
  });
  if (demoSignIn) serveOwnHostsOnly(app, parts.config.publicUrl, parts.config.port);
  await app.register(helmet, pageHeaders(signIn.authority, secure));
  await app.register(compress, { globalCompression: true, threshold: 2048, encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } } });
  await describeApi(app, parts.config.title);

  guard(
    app,
    access,
    createIdentify(verify, parts.database, parts.config, () => parts.clock.now().toString()),
  );
  await rateLimits(app, parts.config.requestsPerMinute);
  limitExports(app);
  serializeLargeLists(app);
  recordAudit(app, parts);
  health(app, parts.database);
  metrics(app, { pool, jobs: () => countMails(parts.database), token: parts.config.metricsToken });
  app.addHook('preClose', async () => parts.live.endStreams());
  await app.register(
    async (api: Api) => {
      api.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
      sessionRoutes(api, parts, signIn);
      await api.register(
        async (attendance: Api) => {
          calendarRoutes(attendance, parts);
          calendarFeedRoutes(attendance, parts);
          attendanceRoutes(attendance, parts);
          payrollRoutes(attendance, parts);
          exportRoutes(attendance, parts);
          jobRoutes(attendance, parts);
          classEnrolmentRoutes(attendance, parts);
          cohortEnrolmentRoutes(attendance, parts);
          studentFileRoutes(attendance, parts);
          blockedSignInRoutes(attendance, parts);
          auditRoutes(attendance, parts);
          privacyRoutes(attendance, parts);
          archiveRoutes(attendance, parts, [
            studentRoutes(attendance, parts),
            teacherRoutes(attendance, parts),
            courseRoutes(attendance, parts),
            subjectRoutes(attendance, parts),
            specializationRoutes(attendance, parts),
            semesterRoutes(attendance, parts),
            classroomRoutes(attendance, parts),
            timetableRoutes(attendance, parts),
            cohortRoutes(attendance, parts),
            holidayRoutes(attendance, parts),
            leaveRoutes(attendance, parts),
            redListRoutes(attendance, parts),
            payCodeRoutes(attendance, parts),
            noteRoutes(attendance, parts),
          ]);
        },
        { prefix: '/attendance' },
      );
    },
    { prefix: base },
  );
  await fileRoutes(app, parts);
  await app.register(swaggerUi, { routePrefix: `${base}/docs`, staticCSP: true });
  await demoSignIn?.(app);
  await pages(app, webFolder, demoSignIn && new URL(parts.config.publicUrl));
  return app;
}

const isApi = (url: string): boolean => url.startsWith('/api/') && !url.startsWith(`${base}/docs`);
