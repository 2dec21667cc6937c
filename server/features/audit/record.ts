import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Parts } from '../../parts.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { askedFor, auditedCall } from './calls.ts';
import { addLine, answerLine } from './trail.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The audit log's line of this call, while it is not answered. */
    auditLine: number | null;
  }
}

/** Somebody who tries the same again and again is told once a minute. */
const sameAgainMs = 60_000;
const mostRemembered = 5000;

/**
 * Writes the audit log. A call is written down before it is done, and what was answered beside it before the answer
 * leaves: nothing is exported or deleted without a line, also when the process ends in between. Calls that were refused
 * as wrong did nothing and are not told; those for which a right is missing are.
 */
export function recordAudit(app: FastifyInstance, { database, clock }: Pick<Parts, 'database' | 'clock'>): void {
  const refusedLately = new Map<string, number>();
  app.decorateRequest('auditLine', null);

  const keyOf = (request: FastifyRequest) => `${request.method} ${request.routeOptions.url ?? ''}`;
  const by = (request: FastifyRequest, actor?: string) => ({
    at: clock.now().toString(),
    user_id: request.who?.id ?? null,
    actor: request.who?.email ?? actor ?? 'unknown',
    role: request.who?.roles[0] ?? null,
    request_id: request.id,
  });

  app.addHook('preHandler', async (request) => {
    if (!request.who) return;
    const audited = auditedCall(keyOf(request), request.body);
    if (!audited) return;
    const about = askedFor(numbersOf(request.params), request.query, request.body);
    request.auditLine = await addLine(database, { ...by(request), ...audited, about });
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const line = request.auditLine;
    if (line !== null) {
      request.auditLine = null;
      // It is done: an answer that cannot be written beside it is no reason to say that it failed.
      await answerLine(database, line, reply.statusCode).catch((error: unknown) => request.log.error({ err: error }, 'audit'));
    }
    return payload;
  });

  app.addHook('onError', async (request, _reply, error) => {
    const refusal: unknown = error;
    if (!(refusal instanceof ApiError) || refusal.status !== 403 || request.auditLine !== null) return;
    const line = { ...by(request, refusal.actor), kind: 'refusal' as const, what: keyOf(request), about: numbersOf(request.params), status: 403 };
    const same = `${line.actor} ${line.what}`;
    const now = performance.now();
    if ((refusedLately.get(same) ?? -Infinity) > now - sameAgainMs) return;
    if (refusedLately.size >= mostRemembered) refusedLately.clear();
    refusedLately.set(same, now);
    await addLine(database, line).catch((failure: unknown) => request.log.error({ err: failure }, 'audit'));
  });
}

/** The ids of a path; what is written there beside them may be anything. */
function numbersOf(params: unknown): Record<string, unknown> {
  const numbers = Object.entries(params ?? {}).flatMap(([name, value]) => {
    const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
    return typeof id === 'number' || /^\d{1,15}$/.test(String(id)) ? [[name, Number(id)] as const] : [];
  });
  return Object.fromEntries(numbers);
}
