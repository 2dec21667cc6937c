import type { WebhookEvent } from '#contract/exchange/webhook.ts';
import { messageOf } from '#server/platform/error-details.ts';
import type { Lookup } from '#server/platform/outbound/lookup.ts';
import { postTo } from '#server/platform/outbound/request.ts';
import type { Sealer } from '#server/platform/secrets/sealer.ts';
import { signatureHeaders } from './sign.ts';

/** How requests are sent. */
export interface Sending {
  sealer: Sealer;
  /** Networks that webhooks may lead to besides public addresses. */
  networks: readonly string[];
  /** For tests. */
  lookup?: Lookup;
  timeoutMs?: number;
}

/** An event with the webhook that it is for. */
export interface Outgoing {
  id: number;
  message_id: string;
  event: string;
  student_id: number | null;
  class_schedule_id: number | null;
  date: string | null;
  at: string;
  attempts: number;
  url: string;
  secret: Buffer;
  /** Null unless names are switched on. */
  names: WebhookEvent['data']['names'] | null;
}

/** How an attempt ended. */
export interface Attempted {
  id: number;
  attempts: number;
  ok: boolean;
  code: number | null;
  ms: number;
  error: string | null;
}

const maxErrorLength = 200;

function bodyOf({
  event,
  at,
  student_id,
  class_schedule_id,
  date,
  names,
}: Omit<Outgoing, 'url' | 'secret' | 'id' | 'attempts' | 'message_id'>): string {
  const body: WebhookEvent = {
    type: event,
    timestamp: new Date(at).toISOString(),
    data: {
      ...(student_id !== null && { student: student_id }),
      ...(class_schedule_id !== null && { class_schedule: class_schedule_id }),
      ...(date !== null && { date }),
      ...(names && { names }),
    },
  };
  return JSON.stringify(body);
}

/** Sends one request; any answer but 2xx is a failure (R-HOOK-4). */
export async function attempt(outgoing: Outgoing, sending: Sending): Promise<Attempted> {
  const { id, attempts, message_id, url } = outgoing;
  const start = performance.now();
  const ended = (of: Pick<Attempted, 'ok' | 'code' | 'error'>): Attempted => ({
    id,
    attempts,
    ms: Math.round(performance.now() - start),
    ...of,
  });
  try {
    const body = bodyOf(outgoing);
    const secret = sending.sealer.open(outgoing.secret);
    // The real time: receivers compare it with theirs.
    const timestamp = Math.floor(Date.now() / 1000);
    const status = await postTo(
      { url, networks: sending.networks },
      {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Attendance-Webhooks',
          ...signatureHeaders({ id: message_id, timestamp, body }, secret),
        },
        body,
        beforeSending: async () => {},
        ...(sending.lookup && { lookup: sending.lookup }),
        ...(sending.timeoutMs !== undefined && { timeoutMs: sending.timeoutMs }),
      },
    );
    const ok = status >= 200 && status < 300;
    const isRedirect = status >= 300 && status < 400;
    return ended({
      ok,
      code: status,
      error: ok ? null : isRedirect ? 'Redirects are not followed.' : null,
    });
  } catch (error) {
    return ended({ ok: false, code: null, error: messageOf(error).slice(0, maxErrorLength) });
  }
}
