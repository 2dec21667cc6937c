import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { can } from '#contract/permissions.ts';
import type { ReadEndpoints, ResourceEndpoints } from '#contract/resource-endpoints.ts';
import { archiveBody, type countDone, type idsBody, type Resource } from '#contract/resource.ts';
import type { Api } from '#server/app-context.ts';
import type { Database } from '../database/pool.ts';
import { forbidden, notFound } from '../http/api-error.ts';
import type { CurrentUser } from '../http/guard.ts';
import { implement } from '../http/implement.ts';
import { presentList } from '../http/lists.ts';
import type { ListQuery, ResourceReader } from './list.ts';
import { archiveRows, changeRow, createRow, deleteRows } from './writer.ts';
import type { Body, ResourceWriter } from './writer-terms.ts';
import { required } from '../required.ts';
import type { Clock } from '../clock.ts';
import { secretOf } from '../database/secret.ts';
import { assertNotOvertaken, versionOf } from './version.ts';

/** A registered resource; the archive's list uses it. */
export interface RegisteredResource {
  name: string;
  resource: Resource;
  reader: ResourceReader;
  writer: ResourceWriter;
}

interface ReadOptions {
  today: () => string;
  /** Paths name a row by its id or its uuid. */
  byUuid?: (named: IdOrUuid) => Promise<number | null>;
  /** The version of a row, for conditional changes (R-FORM-7). */
  version?: (id: number, user: CurrentUser) => Promise<string | null>;
}

interface Options extends Pick<ReadOptions, 'byUuid'> {
  database: Database;
  clock: Pick<Clock, 'now' | 'today'>;
  /** Deletes several, all or none. */
  bulkRemove?: Endpoint & { body: typeof idsBody; responses: { 200: typeof countDone } };
  /** A further call with the body of create. */
  alsoCreate?: Endpoint & Pick<ResourceEndpoints['create'], 'body' | 'responses'>;
  /** A further call that archives and restores. */
  archive?: Endpoint & { body: typeof archiveBody; responses: { 200: typeof countDone } };
  /** Throws for what the permissions of the endpoints cannot express. */
  assertAllowed?: (body: Body, user: CurrentUser) => void;
}

const versionSecret = (database: Database) => secretOf(database, 'row-versions');

/**
 * Implements the calls that every resource has (R-API-1): list, get, create, change, remove,
 * archive and restore.
 */
export function registerResource(
  api: Api,
  endpoints: ResourceEndpoints,
  reader: ResourceReader,
  writer: ResourceWriter,
  options: Options,
): RegisteredResource {
  const { database, clock, byUuid } = options;
  const version = async (id: number, user: CurrentUser) =>
    versionOf(database, clock, writer, { id, user, secret: await versionSecret(database) });
  registerReads(api, endpoints, reader, {
    today: clock.today,
    version,
    ...(byUuid && { byUuid }),
  });
  registerWrites(api, endpoints, reader, writer, options);
  return { name: endpoints.name, resource: endpoints.resource, reader, writer };
}

export function registerReads(
  api: Api,
  { resource, list, get }: Pick<ReadEndpoints | ResourceEndpoints, 'resource' | 'list' | 'get'>,
  reader: ResourceReader,
  { today, byUuid, version }: ReadOptions,
): void {
  const { hasLongRows } = reader;
  implement(
    api,
    list,
    async (request) => {
      const query = { ...(request.query as Omit<ListQuery, 'today'>), today: today() };
      return presentList(request, query, await reader.page(query, request.user));
    },
    { hasLongRows },
  );

  implement(api, get, async (request, reply) => {
    const id = found(resource, await idOf(request.params.id, byUuid));
    // Before the row: a change in between must not count as seen.
    const seen = await version?.(id, request.user);
    const row = found(resource, await reader.findById(id, request.user, request.query));
    if (seen) reply.header('etag', `"${seen}"`);
    return row;
  });
}

function registerWrites(
  api: Api,
  endpoints: ResourceEndpoints,
  reader: ResourceReader,
  writer: ResourceWriter,
  options: Options,
): void {
  const { database, byUuid } = options;
  const { resource } = endpoints;

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isArchiving(request.body)) return reply.code(200).send(await archive(request));
    const body = request.body as Body;
    options.assertAllowed?.(body, request.user);
    const id = await createRow(database, resource, writer, body, request.user);
    request.auditAbout = { id };
    return reply.code(201).send(await reader.findById(id, request.user));
  };
  for (const endpoint of [endpoints.create, ...(options.alsoCreate ? [options.alsoCreate] : [])]) {
    implement(api, endpoint, create, eitherBody(endpoint.body));
  }
  if (options.archive) implement(api, options.archive, archive);

  implement(api, endpoints.change, async (request) => {
    const id = found(resource, await idOf(request.params.id, byUuid));
    const { user } = request;
    const seen = request.headers['if-match'];
    const body = request.body as Body;
    options.assertAllowed?.(body, user);
    await changeRow(database, resource, writer, id, body, user, async (trx) => {
      const { audit: audited } = endpoints.change;
      // `*` is any version of a row that exists (RFC 9110).
      if (seen !== undefined && seen !== '*')
        await assertNotOvertaken(trx, writer, {
          resource,
          id,
          user,
          secret: await versionSecret(database),
          seen,
          audited,
        });
    });
    return found(resource, await reader.findById(id, request.user));
  });

  implement(api, endpoints.remove, async (request, reply) => {
    const id = found(resource, await idOf(request.params.id, byUuid));
    const given = (request.query ?? {}) as Body;
    await deleteRows(database, resource, writer, { ids: [id], given, user: request.user });
    return reply.code(204).send(null);
  });

  if (options.bulkRemove) {
    implement(api, options.bulkRemove, async ({ body: { ids }, user }) => {
      await deleteRows(database, resource, writer, { ids: [...new Set(ids)], user });
      return { results: ids.map((id) => ({ id, status: 'Deleted' })) };
    });
  }

  async function archive({ body: requestBody, user }: Pick<FastifyRequest, 'body' | 'user'>) {
    if (!can(user.permissions, resource.permission, 'delete'))
      throw forbidden('You do not have permission to perform this action.');
    const { archive: what, ids, ...given } = requestBody as z.output<typeof archiveBody>;
    const done = await archiveRows(
      database,
      resource,
      writer,
      what === 'restore' ? what : 'archive',
      { ids, given, user, now: options.clock.now().toString() },
    );
    return {
      results: ids.map((id) => ({ id, status: what === 'restore' ? 'Restored' : 'Archived' })),
      ...done,
    };
  }
}

const isArchiving = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'archive' in body;

/** Validated by the matching schema, so that the messages name its fields only. */
function eitherBody(
  body: ResourceEndpoints['create']['body'],
): Pick<RouteShorthandOptions, 'validatorCompiler'> {
  const [create] = body.options;
  return {
    validatorCompiler: (route) => {
      if (route.httpPart !== 'body') return validatorCompiler(route as never);
      const compile = (schema: z.ZodType) => validatorCompiler({ ...route, schema });
      const [asArchive, asCreate] = [compile(archiveBody), compile(create)];
      return (given: unknown) => (isArchiving(given) ? asArchive : asCreate)(given);
    },
  };
}

async function idOf(
  named: number | IdOrUuid,
  byUuid: ReadOptions['byUuid'],
): Promise<number | null> {
  return typeof named === 'number' ? named : required(byUuid, 'The search by uuid')(named);
}

function found<T>(resource: Resource, it: T | null): T {
  if (it === null) throw notFound(`This ${resource.singular}`);
  return it;
}
