import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { markAttendance } from '#contract/attendance/attendance.endpoints.ts';
import { isStream } from '#contract/endpoint.ts';
import { claimQr } from '#contract/attendance/qr.endpoints.ts';
import { createLine, type Line } from './line.ts';
import { rateGroupOf } from './rate-limits.ts';
import { asRecord } from '../as-record.ts';

/** Concurrent taps of one user. */
const maxTaps = 4;
/** Concurrent calls of one user, or of a public route: fewer than all users have together. */
const maxCalls = 3;
const maxWaitMs = 30_000;
const busyText = 'Too many of these calls wait for their turn: try again.';

/** … and of all users together that read the whole timetable: three users would take all connections. */
const maxCostly = 2;
const costlyText = 'Others look at the whole timetable as well: try again in a minute.';

/**
 * Calls of all users that work on the database at once. Where all connections are at work on long lists, taps wait for
 * one, and for a processor of the database: beside three users with four such calls each a tap took 0.7 s.
 */
const placesOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2));

/**
 * … of which students have so many: five hundred phones at once leave the others to the staff, whose rolls would
 * wait otherwise behind all of them.
 */
const studentPlacesOf = (poolSize: number): number =>
  Math.max(1, Math.floor(placesOf(poolSize) / 2));

declare module 'fastify' {
  interface FastifyReply {
    /** Gives the call's place up for what waits for another turn, and takes one again. */
    withoutPlace(wait: () => Promise<void>): Promise<void>;
  }
}

/** The other groups have limits of their own. */
const exempt = new Set(['exports', 'uploads']);

/**
 * Limits the concurrent calls of each user per process; further calls wait. Otherwise thirty slow
 * searches of one user would take all connections, and taps of others would wait. Taps of one
 * student wait for the user's other taps only. Public routes have one queue each, and calls that
 * read the whole timetable one for everybody.
 */
export function shareConnections(app: FastifyInstance, poolSize: number): void {
  const lines = new Map<string, { line: Line; calls: number }>();
  const costly = createLine(maxCostly, maxWaitMs, costlyText);
  const turns = new WeakMap<FastifyReply, () => void>();
  const most = (key: string) =>
    isOfDevice(key)
      ? 1
      : isTaps(key)
        ? maxTaps
        : Math.max(1, Math.min(maxCalls, placesOf(poolSize) - 1));

  app.addHook('preHandler', async (request, reply) => {
    const key = lineOf(request);
    if (key === null) return;
    const own = lines.get(key) ?? { line: createLine(most(key), maxWaitMs, busyText), calls: 0 };
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
      if (isCostly(request)) ends.push(await costly.enter(reply.raw));
    } catch (error) {
      end();
      throw error;
    }
    turns.set(reply, end);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const leave = turns.get(reply);
    turns.delete(reply);
    leave?.();
    done(null, payload);
  });
}

/**
 * Limits the concurrent calls of all users together, but for taps: of those that wait, who has the fewest at work comes
 * first. Students have a share of the places. The last limit before the handler: a call with a place waits for no
 * other turn.
 */
export function shareDatabase(app: FastifyInstance, poolSize: number): void {
  const everybody = createLine(placesOf(poolSize), maxWaitMs, busyText);
  const students = createLine(studentPlacesOf(poolSize), maxWaitMs, busyText);
  const places = new WeakMap<FastifyReply, () => void>();
  const enter = async ({ user }: FastifyRequest, { raw }: FastifyReply, key: string) => {
    // Who has another role as well works with that one.
    if (user?.roles[0] !== 'student') return everybody.enter(raw, key);
    const endOwn = await students.enter(raw, key);
    try {
      const end = await everybody.enter(raw, key);
      return () => {
        end();
        endOwn();
      };
    } catch (error) {
      endOwn();
      throw error;
    }
  };
  const leave = (reply: FastifyReply) => {
    const end = places.get(reply);
    places.delete(reply);
    end?.();
    return end !== undefined;
  };

  app.addHook('preHandler', (request, reply, done) => {
    const key = lineOf(request);
    if (key === null || isTaps(key)) {
      done();
      return;
    }
    enter(request, reply, key).then((end) => {
      places.set(reply, end);
      done();
    }, done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    leave(reply);
    done(null, payload);
  });
  app.decorateReply('withoutPlace', async function (this: FastifyReply, wait) {
    const had = leave(this);
    await wait();
    const key = lineOf(this.request);
    if (had && key !== null) places.set(this, await enter(this.request, this, key));
  });
}

/** The calls of a device wait for one another in the database: one of them holds a connection. */
const isOfDevice = (key: string): boolean => key.startsWith('device ');
const isTaps = (key: string): boolean => key.endsWith(' taps');

/** Which line a request waits in; null for none. */
function lineOf(request: FastifyRequest): string | null {
  const { user, device, routeOptions } = request;
  const { endpoint } = routeOptions.config;
  // Half a thousand phones scan at once; a claim needs no connection.
  if (endpoint === claimQr) return null;
  if (device) return `device ${device.id} taps`;
  if (!user) return endpoint?.access === 'public' ? endpoint.path : null;
  // A stream stays open, and holds no connection.
  if (exempt.has(rateGroupOf(routeOptions)) || (endpoint && isStream(endpoint))) return null;
  return `${user.id} ${isOneTap(request) ? 'taps' : 'calls'}`;
}

function isCostly({ routeOptions, body }: FastifyRequest): boolean {
  const rule = routeOptions.config.endpoint?.isCostly ?? false;
  return typeof rule === 'function' ? rule(body) : rule;
}

/** A list of students takes a hundred times as long as one: it is a call like others. */
function isOneTap({ routeOptions, body }: FastifyRequest): boolean {
  if (routeOptions.config.endpoint !== markAttendance) return false;
  const { rfid_number, student } = asRecord(body);
  return !Array.isArray(rfid_number) && !Array.isArray(student);
}
