import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idParam, idOrUuid, listOf, type IdOrUuid } from '../../../contract/fields.ts';
import { may } from '../../../contract/permissions.ts';
import { archiveBody, countDone, idsBody, type Section } from '../../../contract/section.ts';
import type { Api } from '../../parts.ts';
import type { Database } from '../database/pool.ts';
import { forbidden, notFound } from '../http/api-error.ts';
import { presentList } from '../http/lists.ts';
import type { Who } from '../http/guard.ts';
import type { ListAsked, Reading } from './listing.ts';
import { archiveRows, changeRow, createRow, deleteRows, type Body, type Writing } from './writing.ts';

/** A section with its calls in place; the archive's list needs to know it. */
export interface Mounted {
  section: Section;
  reading: Reading;
}

interface Options {
  database: Database;
  today: () => string;
  /** The body of create, where it asks for more than a patch. */
  createBody?: z.ZodType;
  /** Paths name a row by its id or its uuid. */
  byUuid?: (named: IdOrUuid) => Promise<number | null>;
  /** `POST {section}/bulk-delete/` with ids. */
  bulkDelete?: boolean;
  /** Further paths that take what `create/` takes. */
  alsoCreateAt?: string[];
  /** `DELETE {section}/create/` archives. */
  archiveByDelete?: boolean;
  /** Refuses what the map of rights cannot say. */
  refuse?: (body: Body, who: Who) => void;
}

/** The calls that every section has (spec §7): list, get, create, patch, delete, archive and restore. */
export function mountSection(api: Api, section: Section, reading: Reading, writing: Writing, options: Options): Mounted {
  mountReads(api, section, reading, options);
  mountWrites(api, section, reading, writing, options);
  return { section, reading };
}

export function mountReads(api: Api, section: Section, reading: Reading, { today, byUuid }: Options): void {
  api.get(`/${section.path}`, { schema: { querystring: section.query, response: { 200: listOf(section.row) } } }, async (request) => {
    const asked = { ...(request.query as Omit<ListAsked, 'today'>), today: today() };
    return presentList(request, asked, await reading.page(asked, request.who));
  });

  const params = z.object({ id: byUuid ? idOrUuid : idParam });
  api.get(`/${section.path}/:id`, { schema: { params, response: { 200: section.row } } }, async (request) => {
    const id = await idOf(request.params.id, byUuid);
    return found(section, id === null ? null : await reading.one(id, request.who));
  });
}

export function mountWrites(api: Api, section: Section, reading: Reading, writing: Writing, options: Options): void {
  const { database, byUuid } = options;
  const body = options.createBody ?? section.body;
  const create = { body: z.union([body, archiveBody]), response: { 200: countDone, 201: section.row } };
  for (const path of ['/create', ...(options.alsoCreateAt ?? [])]) {
    api.post(`/${section.path}${path}`, { schema: create, ...eitherBody(body) }, async (request, reply) => {
      if (isArchiving(request.body)) return reply.code(200).send(await archive(request));
      options.refuse?.(request.body as Body, request.who);
      const id = await createRow(database, section, writing, request.body as Body, request.who);
      return reply.code(201).send(await reading.one(id, request.who));
    });
  }
  if (options.archiveByDelete) {
    api.delete(`/${section.path}/create`, { schema: { body: archiveBody, response: { 200: countDone } } }, (request) => archive(request));
  }

  const params = z.object({ id: byUuid ? idOrUuid : idParam });
  api.patch(`/${section.path}/:id`, { schema: { params, body: section.patch, response: { 200: section.row } } }, async (request) => {
    const id = found(section, await idOf(request.params.id, byUuid));
    options.refuse?.(request.body, request.who);
    await changeRow(database, section, writing, id, request.body, request.who);
    return found(section, await reading.one(id, request.who));
  });

  api.delete(`/${section.path}/:id`, { schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    const id = found(section, await idOf(request.params.id, byUuid));
    await deleteRows(database, section, writing, [id], request.who);
    return reply.code(204).send(null);
  });

  if (options.bulkDelete) {
    api.post(`/${section.path}/bulk-delete`, { schema: { body: idsBody, response: { 200: countDone } } }, async ({ body: { ids }, who }) => {
      await deleteRows(database, section, writing, [...new Set(ids)], who);
      return { results: ids.map((id) => ({ id, status: 'Deleted' })) };
    });
  }

  async function archive({ body: asked, who }: FastifyRequest) {
    if (!may(who.permissions, section.resource, 'delete')) throw forbidden('You do not have permission to perform this action.');
    const { archive: what, ids } = asked as z.output<typeof archiveBody>;
    await archiveRows(database, writing, ids, what === 'restore', who);
    return { results: ids.map((id) => ({ id, status: what === 'restore' ? 'Restored' : 'Archived' })) };
  }
}

const isArchiving = (body: unknown): boolean => typeof body === 'object' && body !== null && 'archive' in body;

/** Checked against the one that is meant, so that the messages name its fields and not both bodies'. */
function eitherBody(create: z.ZodType): RouteShorthandOptions {
  return {
    validatorCompiler: (route) => {
      if (route.httpPart !== 'body') return validatorCompiler(route as never);
      const compile = (schema: z.ZodType) => validatorCompiler({ ...route, schema });
      const [asArchive, asCreate] = [compile(archiveBody), compile(create)];
      return (body: unknown) => (isArchiving(body) ? asArchive : asCreate)(body);
    },
  };
}

async function idOf(named: number | IdOrUuid, byUuid: Options['byUuid']): Promise<number | null> {
  return typeof named === 'number' ? named : byUuid!(named);
}

function found<T>(section: Section, it: T | null): T {
  if (it === null) throw notFound(`This ${section.one}`);
  return it;
}
