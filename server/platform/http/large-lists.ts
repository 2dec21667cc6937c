import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mapInSlices } from './in-slices.ts';
import { answersUnderWay } from './under-way.ts';

/** Lists with more rows are serialized in slices. */
const minRows = 400;
/**
 * Lists of so many rows that a user may have under way at once: each is held in memory until the client has read it.
 * Shorter ones fit into the buffers of the connection.
 */
const [minHeld, maxAtOnce] = [1000, 8];

/**
 * Checking and writing out ten thousand rows takes a third of a second in one go, during which no tap is answered: large
 * lists are serialized row by row by the same schema, with other requests in between.
 */
export function serializeLargeLists(app: FastifyInstance, silenceMs?: number): void {
  const begin = answersUnderWay(silenceMs);
  // One serializer for each kind of row, made when it is first needed.
  const serializers = new WeakMap<z.core.$ZodType, (row: unknown) => string>();

  // Before the rows are read: what waits for a connection of the database is not in memory yet.
  app.addHook('preHandler', async ({ who, query }, reply) => {
    const { limit } = query as { limit?: unknown };
    if (who && typeof limit === 'number' && limit >= minHeld) begin('lists', who.id, maxAtOnce, reply.raw);
  });

  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'object' || payload === null || !('results' in payload)) return payload;
    const { results, ...others } = payload;
    if (!Array.isArray(results) || results.length < minRows) return payload;
    const responses = request.routeOptions.schema?.response as Record<number, unknown> | undefined;
    const schema = responses?.[reply.statusCode];
    if (!(schema instanceof z.ZodObject) || !(schema.shape.results instanceof z.ZodArray)) return payload;
    const { element } = schema.shape.results;
    const write = serializers.get(element) ?? serializerCompiler({ schema: element, ...place(request) });
    serializers.set(element, write);
    const frame = serializerCompiler({ schema: schema.omit({ results: true }), ...place(request) })(others);
    const rows = await mapInSlices(results, write);
    const text = `${frame === '{}' ? '{' : `${frame.slice(0, -1)},`}"results":[${rows.join(',')}]}`;
    void reply.header('content-type', 'application/json; charset=utf-8').serializer(() => text);
    return payload;
  });
}

const place = ({ method, routeOptions }: { method: string; routeOptions: { url?: string } }) => ({ method, url: routeOptions.url ?? '' });
