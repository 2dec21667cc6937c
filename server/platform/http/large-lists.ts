import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { answerLength, longRowsAtOnce } from './answer-size.ts';
import { createLine } from './line.ts';
import { mapInSlices } from './in-slices.ts';
import { answersUnderWay } from './under-way.ts';
import { asRecord } from '../as-record.ts';

/** Lists with so many rows are serialized in slices; of long rows more than a usual page. */
const [minRows, minLongRows] = [400, limits.pageSize + 1];
/**
 * A user may have `maxAtOnce` lists with this many rows at once: each is held in memory until the
 * client has read it.
 */
export const minHeld = 1000;
const [minHeldLong, maxAtOnce] = [longRowsAtOnce + 1, 8];
/** Of all users together so many are read and serialized at once: the others wait for their turn. */
const maxWorking = 2;
const maxWaitMs = 30_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A single row may have thousands of characters. */
    hasLongRows?: boolean;
  }
  interface FastifyRequest {
    /** Its rows have turned out to be as many as those of a large list. */
    hasLargeList?: boolean;
  }
  interface FastifyReply {
    /**
     * Waits for the turn of a large list, for a call without a `limit` that finds `minHeld` rows or
     * more.
     * @throws ApiError 429 when the user has too many under way, or when the turn does not come.
     */
    takeLargeListTurn(): Promise<void>;
  }
}

/** Whether a validated request asks for one of the lists that are counted separately. */
export function isLargeList({
  query,
  routeOptions,
  hasLargeList,
}: Partial<Pick<FastifyRequest, 'query' | 'routeOptions' | 'hasLargeList'>>): boolean {
  if (hasLargeList) return true;
  const { limit } = asRecord(query);
  return (
    typeof limit === 'number' && limit >= (routeOptions?.config.hasLongRows ? minHeldLong : minHeld)
  );
}

/**
 * Validating and serializing ten thousand rows takes a third of a second at once, during which no
 * tap is answered: large lists are serialized row by row with the same schema, with other requests in
 * between.
 */
export function serializeLargeLists(app: FastifyInstance, silenceMs?: number): void {
  const begin = answersUnderWay(app, silenceMs);
  const line = createLine(maxWorking, maxWaitMs);
  const turns = new WeakMap<FastifyReply, () => void>();
  // One serializer for each kind of row, made when it is first needed.
  const serializers = new WeakMap<z.core.$ZodType, (row: unknown) => string>();

  async function takeTurn(reply: FastifyReply): Promise<void> {
    begin('lists', reply.request.user.id, maxAtOnce, reply.raw);
    turns.set(reply, await line.enter(reply.raw));
  }
  // Before the rows are read: a request that waits for a connection is not in memory yet.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.user && isLargeList(request)) takeTurn(reply).then(() => done(), done);
    else done();
  });
  app.decorateRequest('hasLargeList', false);
  app.decorateReply('takeLargeListTurn', async function (this: FastifyReply) {
    this.request.hasLargeList = true;
    await this.withoutPlace(() => takeTurn(this));
  });
  // From here on it waits for its reader only.
  app.addHook('onSend', (_request, reply, payload, done) => {
    turns.get(reply)?.();
    done(null, payload);
  });

  app.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    const min = request.routeOptions.config.hasLongRows ? minLongRows : minRows;
    const isLong = (rows: unknown): rows is unknown[] => Array.isArray(rows) && rows.length >= min;
    if (typeof payload !== 'object' || payload === null || !Object.values(payload).some(isLong))
      done(null, payload);
    else serialize(request, reply, payload, isLong).then(() => done(null, payload), done);
  });

  async function serialize(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: object,
    isLong: (rows: unknown) => rows is unknown[],
  ): Promise<void> {
    const long = Object.entries(payload).flatMap(([name, rows]: [string, unknown]) =>
      isLong(rows) ? [{ name, rows }] : [],
    );
    const responses = asRecord(request.routeOptions.schema?.response);
    const schema = objectOf(responses[reply.statusCode], payload);
    if (!schema) return;
    const lists = new Map<string, string>();
    const add = answerLength();
    for (const { name, rows } of long) {
      const list = schema.shape[name];
      if (!(list instanceof z.ZodArray)) continue;
      const write =
        serializers.get(list.element) ??
        serializerCompiler({ schema: list.element, ...place(request) });
      serializers.set(list.element, write);
      const counted = (row: unknown) => {
        const text = write(row);
        add(text.length);
        return text;
      };
      lists.set(name, `${JSON.stringify(name)}:[${(await mapInSlices(rows, counted)).join(',')}]`);
    }
    if (lists.size === 0) return;
    const others = z.object(
      Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !lists.has(name))),
    );
    const frame = serializerCompiler({ schema: others, ...place(request) })(payload);
    const text = `${frame === '{}' ? '{' : `${frame.slice(0, -1)},`}${[...lists.values()].join(',')}}`;
    void reply
      .header('content-type', 'application/json; charset=utf-8')
      .serializer((sent: unknown) => (sent === payload ? text : JSON.stringify(sent)));
  }
}

/** The response shape of the route; of several shapes the one with the fields of this response. */
function objectOf(schema: unknown, payload: object): z.ZodObject | undefined {
  const shapes = schema instanceof z.ZodUnion ? schema.options : [schema];
  const objects = shapes.filter((shape) => shape instanceof z.ZodObject);
  if (objects.length < 2) return objects[0];
  const fields = Object.keys(payload).toSorted().join();
  return objects.find(({ shape }) => Object.keys(shape).toSorted().join() === fields);
}

const place = ({ method, routeOptions }: { method: string; routeOptions: { url?: string } }) => ({
  method,
  url: routeOptions.url ?? '',
});
