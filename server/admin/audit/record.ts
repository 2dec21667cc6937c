import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { AppContext } from '#server/app-context.ts';
import { asRecord } from '#server/platform/as-record.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { auditedCall, auditedParams, withNamed, withoutAddress } from './audited-params.ts';
import { addLine, answerLine, writerOf } from '#server/school/audit-trail.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of this call's line in the audit log, until the response. */
    auditLine: number | null;
    /** What the line is about besides the request: ids that only the handler knows. */
    auditAbout: Record<string, unknown> | null;
  }
}

/** Repeated rejections of the same call of a user are one line a minute. */
const repeatMs = 60_000;
const maxRemembered = 5000;

/**
 * Writes the audit log. A call is recorded before it runs, and its outcome before the response is
 * sent: no export or deletion happens without a line, even if the process ends in between. Invalid
 * requests are not recorded; requests without permission are.
 */
export function recordAudit(
  app: FastifyInstance,
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
): void {
  const recentRejections = new Map<string, number>();
  app.decorateRequest('auditLine', null);
  app.decorateRequest('auditAbout', null);

  const keyOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url ?? ''}`;
  app.addHook('preHandler', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const audited = request.user && endpoint && auditedCall(endpoint, request.body);
    const given = endpoint && givenOf(endpoint, request);
    if (!audited || !given || isPreview(given)) {
      done();
      return;
    }
    const { kind, what, hidesAddress = false, of } = audited;
    // The path comes last: it says what the call does, whatever else is sent.
    const all = auditedParams(given.query, given.body, numbersOf(request.params));
    const params = of === undefined ? all : withNamed(of, all);
    const about = hidesAddress ? withoutAddress(params) : params;
    addLine(database, {
      ...writerOf(request, clock),
      kind,
      what,
      about: { ...about, ...tokenOf(request) },
    }).then((line) => {
      request.auditLine = line;
      done();
    }, done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const line = request.auditLine;
    if (line === null) {
      done(null, payload);
      return;
    }
    request.auditLine = null;
    // The call has succeeded: a failure to record the outcome must not report an error.
    const about = { ...auditedParams(request.auditAbout), ...fileOf(request, reply) };
    answerLine(database, line, reply.statusCode, about)
      .catch((error: unknown) => request.log.error({ err: error }, 'audit'))
      .then(() => done(null, payload), done);
  });

  app.addHook('onError', async (request, _reply, error) => {
    const apiError: unknown = error;
    if (!(apiError instanceof ApiError) || apiError.status !== 403 || request.auditLine !== null)
      return;
    const line = {
      ...writerOf(request, clock, apiError.actor),
      kind: 'refusal' as const,
      what: keyOf(request),
      about: { ...numbersOf(request.params), ...tokenOf(request) },
      status: 403,
    };
    const same = [line.actor, request.user?.token?.id, line.what].join(' ');
    const now = performance.now();
    if ((recentRejections.get(same) ?? -Infinity) > now - repeatMs) return;
    if (recentRejections.size >= maxRemembered) recentRejections.clear();
    recentRejections.set(same, now);
    await addLine(database, line).catch((failure: unknown) =>
      request.log.error({ err: failure }, 'audit'),
    );
  });
}

/** The name of the file that an export sends: of letters, digits, dots and dashes alone, so that it names no person. */
function fileOf({ routeOptions, body }: FastifyRequest, reply: FastifyReply): { file?: string } {
  const { endpoint } = routeOptions.config;
  if (!endpoint || auditedCall(endpoint, body)?.kind !== 'export') return {};
  const header = String(reply.getHeader('content-disposition') ?? '');
  const file = /filename="([\w.-]+)"/.exec(header)?.[1];
  return file === undefined ? {} : { file };
}

/** The access token of the call. */
const tokenOf = ({ user }: FastifyRequest) => user?.token && { access_token: user.token.id };

/** What the call takes. Anything else is neither validated nor read, and must not change its line. */
const givenOf = (
  endpoint: Pick<Endpoint, 'query' | 'body'>,
  { query, body }: Pick<FastifyRequest, 'query' | 'body'>,
) => ({ query: endpoint.query && query, body: endpoint.body && body });

/** Previews are not recorded. */
function isPreview({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): boolean {
  const { dry_run, preview } = { ...asRecord(query), ...asRecord(body) };
  return dry_run === true || preview === true;
}

/** The ids of a path; other path parameters may be any text. */
function numbersOf(params: unknown): Record<string, unknown> {
  const numbers = Object.entries(params ?? {}).flatMap(([name, value]) => {
    const id: unknown =
      typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
    return typeof id === 'number' || /^\d{1,15}$/.test(String(id))
      ? [[name, Number(id)] as const]
      : [];
  });
  return Object.fromEntries(numbers);
}
