import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { followChanges, markAttendance } from '#contract/endpoints/attendance.ts';
import { createLine, type Line } from './line.ts';
import { rateGroupOf } from './rate-limits.ts';
import { asRecord } from '../as-record.ts';

/** Concurrent calls of one user: half of the connections of the database stay for everybody else. */
const maxWorking = 4;
const maxWaitMs = 30_000;
const busyText = 'Too many of these calls wait for their turn: try again.';

/** … and of all users together that read the whole timetable: three users would take all connections. */
const maxCostly = 2;
const costlyText = 'Others look at the whole timetable as well: try again in a minute.';

/** The other groups have limits of their own. */
const exempt = new Set(['exports', 'uploads']);

/**
 * Limits the concurrent calls of each user per process; further calls wait. Otherwise thirty slow
 * searches of one user would take all connections, and taps of others would wait. Taps of one
 * student wait for the user's other taps only. Public routes have one queue each, and calls that
 * read the whole timetable one for everybody.
 */
export function shareConnections(app: FastifyInstance): void {
  const lines = new Map<string, { line: Line; calls: number }>();
  const costly = createLine(maxCostly, maxWaitMs, costlyText);
  const turns = new WeakMap<FastifyReply, () => void>();

  app.addHook('preHandler', async (request, reply) => {
    const key = lineOf(request);
    if (key === null) return;
    const own = lines.get(key) ?? { line: createLine(maxWorking, maxWaitMs, busyText), calls: 0 };
    own.calls++;
    lines.set(key, own);
    const forget = () => {
      own.calls--;
      if (own.calls === 0) lines.delete(key);
    };
    const ends = [forget];
    const end = () => ends.forEach((one) => one());
    try {
      ends.push(await own.line.enter(reply.raw));
      if (request.routeOptions.config.endpoint?.isCostly) ends.push(await costly.enter(reply.raw));
    } catch (error) {
      end();
      throw error;
    }
    turns.set(reply, end);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const leave = turns.get(reply);
    turns.delete(reply);
    leave?.();
    return payload;
  });
}

/** The queue of a request; null for none. */
function lineOf(request: FastifyRequest): string | null {
  const { user, routeOptions } = request;
  const { endpoint } = routeOptions.config;
  if (!user) return endpoint?.access === 'public' ? endpoint.path : null;
  // A stream stays open, and holds no connection.
  if (exempt.has(rateGroupOf(routeOptions)) || endpoint === followChanges) return null;
  return `${user.id} ${isOneTap(request) ? 'taps' : 'calls'}`;
}

/** A list of students takes a hundred times as long as one: it counts as a normal call. */
function isOneTap({ routeOptions, body }: FastifyRequest): boolean {
  if (routeOptions.config.endpoint !== markAttendance) return false;
  const { rfid_number, student } = asRecord(body);
  return !Array.isArray(rfid_number) && !Array.isArray(student);
}
