import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import compress from '@fastify/compress';
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
import { absenceRoutes } from '#server/standing/absences/routes.ts';
import { createIdentifyToken } from '#server/exchange/access-tokens/identify.ts';
import { accessTokenRoutes } from '#server/exchange/access-tokens/routes.ts';
import { looksLikeAccessToken } from '#server/exchange/access-tokens/secret.ts';
import { archiveRoutes } from '#server/exchange/archive/routes.ts';
import { openRollRoutes } from '#server/attendance/rolls/open-rolls.ts';
import { attendanceRoutes } from '#server/attendance/rolls/routes.ts';
import { recordAudit } from '#server/admin/audit/record.ts';
import { auditRoutes } from '#server/admin/audit/routes.ts';
import { bulkOperationRoutes } from '#server/exchange/undo/routes.ts';
import { calendarFeedRoutes } from '#server/timetable/calendar-feed/feed.ts';
import { calendarRoutes } from '#server/timetable/calendar-feed/routes.ts';
import { studentCalendarRoutes } from '#server/timetable/calendar-feed/student-feed.ts';
import { clashRoutes } from '#server/timetable/clashes/routes.ts';
import { checkRoutes } from '#server/attendance/checks/routes.ts';
import { createIdentifyDevice } from '#server/attendance/devices/identify.ts';
import { cardRoutes } from '#server/people/cards/routes.ts';
import { deviceRoutes } from '#server/attendance/devices/routes.ts';
import { tapRoutes } from '#server/attendance/devices/taps-routes.ts';
import { findTimeRoutes } from '#server/timetable/find-time/routes.ts';
import { followUpRoutes } from '#server/standing/follow-ups/routes.ts';
import { cohortRoutes } from '#server/enrolment/cohorts/routes.ts';
import { contactHourRoutes } from '#server/standing/contact-hours/routes.ts';
import { classEnrolmentRoutes } from '#server/enrolment/enrol/class-routes.ts';
import { cohortEnrolmentRoutes } from '#server/enrolment/enrol/cohort-routes.ts';
import { jobRoutes } from '#server/exchange/exports/job-routes.ts';
import { countMails } from '#server/school/mail-records.ts';
import { exportRoutes } from '#server/exchange/exports/routes.ts';
import { fileRoutes } from '#server/admin/files/routes.ts';
import { timetableHealthRoutes } from '#server/timetable/health/routes.ts';
import { guardianRoutes } from '#server/people/guardians/routes.ts';
import { freeRoomRoutes } from '#server/timetable/free-rooms/routes.ts';
import { holidayRoutes } from '#server/timetable/holidays/routes.ts';
import { leaveRoutes } from '#server/attendance/leave/routes.ts';
import { ownLeaveRequestRoutes } from '#server/attendance/leave-requests/own-routes.ts';
import { leaveRequestRoutes } from '#server/attendance/leave-requests/routes.ts';
import { registerPlain } from '#server/timetable/master-data/plain-resource.ts';
import { plainResources } from '#server/timetable/master-data/resources.ts';
import { myAttendanceRoutes } from '#server/attendance/my-attendance/routes.ts';
import { meetingRoutes } from '#server/timetable/meetings/routes.ts';
import { noteRoutes } from '#server/attendance/notes/routes.ts';
import { pages, scriptsInPage } from '#server/admin/pages/routes.ts';
import { oneRosterRoutes } from '#server/exchange/oneroster/routes.ts';
import { payRunRoutes } from '#server/pay/pay-runs/routes.ts';
import { payCodeRoutes } from '#server/pay/check-ins/pay-codes.ts';
import { payrollRoutes } from '#server/pay/check-ins/routes.ts';
import { mergeRoutes } from '#server/people/merge/routes.ts';
import { qrRoutes } from '#server/attendance/qr/routes.ts';
import { privacyRoutes } from '#server/people/privacy/routes.ts';
import { computedRedListRoutes } from '#server/standing/red-list/computed-routes.ts';
import { redListRoutes } from '#server/standing/red-list/routes.ts';
import { listMailRoutes } from '#server/messages/list-mails/routes.ts';
import { overviewRoutes } from '#server/attendance/overview/routes.ts';
import { reportRoutes } from '#server/standing/reports/routes.ts';
import { savedReportRoutes } from '#server/standing/reports/saved-routes.ts';
import { roomClosingRoutes } from '#server/timetable/room-closings/routes.ts';
import { searchRoutes } from '#server/admin/search/routes.ts';
import { semesterRoutes } from '#server/timetable/semesters/routes.ts';
import { blockedSignInRoutes } from '#server/admin/session/blocked-routes.ts';
import { sessionRoutes } from '#server/admin/session/routes.ts';
import { createIdentify } from '#server/school/current-user.ts';
import { importRunRoutes } from '#server/exchange/runs/routes.ts';
import { letterValues } from '#server/messages/letters/preview-values.ts';
import { lettersRead } from '#server/messages/letters/queries.ts';
import { letterRoutes } from '#server/messages/letters/routes.ts';
import { logoRoutes } from '#server/admin/settings/logo-routes.ts';
import { setUpRoutes } from '#server/admin/set-up/routes.ts';
import { settingsRoutes } from '#server/admin/settings/routes.ts';
import { studentFileRoutes } from '#server/exchange/csv/bulk-routes.ts';
import { studentRoutes } from '#server/people/students/routes.ts';
import { subjectRoutes } from '#server/enrolment/subjects/routes.ts';
import { teacherRoutes } from '#server/people/teachers/routes.ts';
import { messageValues } from '#server/messages/student-messages/preview-values.ts';
import { messageStopRoutes } from '#server/messages/student-messages/stop-routes.ts';
import { studentMessageRoutes } from '#server/messages/student-messages/routes.ts';
import { templateRoutes } from '#server/messages/templates/routes.ts';
import { timetableRoutes } from '#server/timetable/class-schedules/routes.ts';
import { webhookRoutes } from '#server/exchange/webhooks/routes.ts';
import { weekRoutes } from '#server/timetable/weeks/routes.ts';
import type { Api, AppContext } from './app-context.ts';
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
import type { Verifier } from './platform/identity/verifier.ts';
import { health } from './platform/operations/health.ts';
import { metrics } from './platform/operations/metrics.ts';
import { lastRuns } from './platform/operations/runs.ts';
import type { Tracing } from './platform/operations/tracing.ts';
import { createReplicationMonitor } from './platform/operations/replication-monitor.ts';

export interface AppOptions {
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
  http: { headersTimeout: seconds * 500, connectionsCheckingInterval: seconds * 250 },
});

/** Builds the server with its plugins and features. */
export async function createApp({
  context,
  pool,
  verify,
  signIn,
  demoSignIn,
  webFolder,
  isDraining = () => false,
  tracing,
  log,
}: AppOptions): Promise<FastifyInstance> {
  const secure = context.config.publicUrl.startsWith('https:');
  const ofAnswers = answerHeaders(secure);
  const app = Fastify({
    logger: logging(context.config.logLevel, log),
    trustProxy: context.config.trustedProxies.length ? context.config.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // The request id is in every log line and every response of the API.
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    ...timeouts(context.config.requestSeconds),
    // A stop waits for running requests; idle connections are closed.
    forceCloseConnections: 'idle',
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
  tracing?.follow(app);
  limitPipelining(app);
  if (demoSignIn) serveOwnHostsOnly(app, context.config.publicUrl, context.config.port);
  await app.register(helmet, pageHeaders(signIn.authority, secure, scriptsInPage(webFolder)));
  await app.register(compress, {
    globalCompression: true,
    // A short body that unpacks to a long one would pass the limits of bodies.
    globalDecompression: false,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await describeApi(app, context.settings.current().title);

  const identify = createIdentify(verify, context.database, context.config, () =>
    context.clock.now().toString(),
  );
  const identifyToken = createIdentifyToken(context);
  guard(
    app,
    (bearer) => (looksLikeAccessToken(bearer) ? identifyToken(bearer) : identify(bearer)),
    createIdentifyDevice(context.database, context.clock),
  );
  await rateLimits(app, context.config.requestsPerMinute);
  limitBodies(app, maxBodyBytes);
  limitEntries(app);
  shareConnections(app, context.config.poolSize);
  limitExports(app);
  serializeLargeLists(app);
  limitUnreadAnswers(app);
  shareDatabase(app, context.config.poolSize);
  recordAudit(app, context);
  const monitor = createReplicationMonitor(context.database, context.config.replication);
  health(app, context.database, monitor, isDraining);
  metrics(app, {
    pool,
    monitor,
    jobs: () => countMails(context.database),
    runs: () => lastRuns(context.database),
    token: context.config.metricsToken,
  });
  app.addHook('preClose', async () => context.live.endStreams());
  await app.register(
    async (api: Api) => {
      apiDescription(api, () => app.swagger());
      sessionRoutes(api, context, signIn);
      await api.register(async (logo: Api) => logoRoutes(logo, context));
      await api.register(async (devices: Api) => tapRoutes(devices, context));
      await api.register(
        async (attendance: Api) => {
          calendarRoutes(attendance, context);
          calendarFeedRoutes(attendance, context);
          studentCalendarRoutes(attendance, context);
          myAttendanceRoutes(attendance, context);
          ownLeaveRequestRoutes(attendance, context);
          leaveRequestRoutes(attendance, context);
          qrRoutes(attendance, context);
          cardRoutes(attendance, context);
          deviceRoutes(attendance, context);
          attendanceRoutes(attendance, context);
          openRollRoutes(attendance, context);
          listMailRoutes(attendance, context);
          absenceRoutes(attendance, context);
          computedRedListRoutes(attendance, context);
          overviewRoutes(attendance, context);
          followUpRoutes(attendance, context);
          contactHourRoutes(attendance, context, lettersRead);
          reportRoutes(attendance, context);
          savedReportRoutes(attendance, context);
          meetingRoutes(attendance, context);
          clashRoutes(attendance, context);
          checkRoutes(attendance, context);
          findTimeRoutes(attendance, context);
          roomClosingRoutes(attendance, context);
          weekRoutes(attendance, context);
          freeRoomRoutes(attendance, context);
          timetableHealthRoutes(attendance, context);
          searchRoutes(attendance, context);
          payrollRoutes(attendance, context);
          payRunRoutes(attendance, context);
          exportRoutes(attendance, context);
          oneRosterRoutes(attendance, context);
          jobRoutes(attendance, context);
          classEnrolmentRoutes(attendance, context);
          cohortEnrolmentRoutes(attendance, context);
          studentFileRoutes(attendance, context);
          blockedSignInRoutes(attendance, context);
          settingsRoutes(attendance, context);
          setUpRoutes(attendance, context);
          accessTokenRoutes(attendance, context);
          webhookRoutes(attendance, context);
          importRunRoutes(attendance, context);
          templateRoutes(attendance, context, {
            ...letterValues(context),
            ...messageValues(context),
          });
          letterRoutes(attendance, context);
          studentMessageRoutes(attendance, context);
          messageStopRoutes(attendance, context);
          guardianRoutes(attendance, context);
          auditRoutes(attendance, context);
          privacyRoutes(attendance, context);
          mergeRoutes(attendance, context);
          const resources = [
            ...plainResources.map((it) => registerPlain(attendance, context, it)),
            studentRoutes(attendance, context),
            teacherRoutes(attendance, context),
            subjectRoutes(attendance, context),
            semesterRoutes(attendance, context),
            timetableRoutes(attendance, context),
            cohortRoutes(attendance, context),
            holidayRoutes(attendance, context),
            leaveRoutes(attendance, context),
            redListRoutes(attendance, context),
            payCodeRoutes(attendance, context),
            noteRoutes(attendance, context),
          ];
          archiveRoutes(attendance, context, resources);
          bulkOperationRoutes(attendance, context, resources);
        },
        { prefix: '/attendance' },
      );
    },
    { prefix: base },
  );
  await fileRoutes(app, context);
  await app.register(swaggerUi, { routePrefix: `${base}/docs`, staticCSP: true });
  await demoSignIn?.(app);
  await pages(app, webFolder, demoSignIn && new URL(context.config.publicUrl));
  return app;
}

const isApi = (url: string): boolean => url.startsWith('/api/') && !url.startsWith(`${base}/docs`);
