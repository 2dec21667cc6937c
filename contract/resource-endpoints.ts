import { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import type { Access, Audited, Endpoint } from './endpoint.ts';
import { idOrUuid, idParam, listOf } from './fields.ts';
import type { Permission } from './permissions.ts';
import { readPaths, resourcePaths } from './resource-paths.ts';
import { archiveBody, countDone, idsBody, type Resource } from './resource.ts';

/** The path parameter of one record: its id. */
export const idParams = z.object({ id: idParam });
const idOrUuidParams = z.object({ id: idOrUuid });

/** Without the header no versions are compared. */
const overtaken =
  'With `If-Match`, the `ETag` of the row when it was read: 409 with `overtaken` (`by`, `at`) when it was changed since.';

type Query = z.ZodObject | undefined;

interface Given<
  R extends Resource,
  GetQuery extends Query = undefined,
  RemoveQuery extends Query = undefined,
> {
  /** The path below `/attendance/`, and the `archive_name` of its archive. */
  path: string;
  resource: R;
  /** Further permissions that allow reading, for pickers in forms. */
  readers?: readonly Permission[];
  /** Paths name a row by its id or its uuid. */
  byUuid?: true;
  /** Its name in the audit log, when it differs from the singular. */
  auditName?: string;
  /** The kind of its additions and changes in the audit log. */
  auditKind?: AuditKind;
  /** The description of its OpenAPI tag, when the resource has its own. */
  about?: string;
  /** What reads the whole timetable: each change, or archiving and restoring several. */
  isCostly?: 'change' | 'archiving';
  /** The body of create, where it has more than the fields. */
  createBody?: z.ZodType;
  /** The body of change, where it has more than the fields. */
  changeBody?: z.ZodObject;
  /** The query of the call that reads one row. */
  getQuery?: GetQuery;
  /** The query of the call that deletes one row. */
  removeQuery?: RemoveQuery;
}

/** The two calls that read a resource: a page of its list, and one row. */
export function readEndpoints<R extends Resource>(
  given: Pick<Given<R>, 'path' | 'resource'> & { access: Access; tokens?: boolean },
) {
  const { list, get } = readPaths(given.path);
  const { resource, access, tokens } = given;
  return {
    name: given.path,
    resource,
    list: {
      ...list,
      summary: `Read a page of ${plural(resource.singular)}`,
      query: resource.query as R['query'],
      responses: { 200: rowsOf<R>(resource) },
      access,
      ...(tokens !== undefined && { tokens }),
    },
    get: {
      ...get,
      summary: `Read one ${resource.singular}`,
      params: idParams,
      responses: { 200: resource.row as R['row'] },
      access,
      ...(tokens !== undefined && { tokens }),
    },
  };
}

/**
 * The calls that every resource has (R-API-1): list, get, create, change and remove; create
 * archives and restores as well.
 */
export function resourceEndpoints<
  R extends Resource,
  GetQuery extends Query = undefined,
  RemoveQuery extends Query = undefined,
>(given: Given<R, GetQuery, RemoveQuery>) {
  const { list, get, create, change, remove } = resourcePaths(given.path);
  const {
    path: name,
    resource,
    readers = [],
    createBody,
    byUuid,
    auditKind: kind = 'change',
  } = given;
  const { singular, permission } = resource;
  const auditName = given.auditName ?? singular;
  const readable: Access = [[permission, 'read'], ...readers];
  const params = byUuid ? idOrUuidParams : idParams;
  const costlyChange = given.isCostly === 'change' && { isCostly: true as const };
  const costlyCreate = given.isCostly === 'archiving' && {
    isCostly: (body: unknown) => archiving(body, auditName) !== null,
  };
  const row = resource.row as R['row'];
  const query = resource.query as R['query'];
  return {
    name,
    resource,
    about: given.about,
    list: {
      ...list,
      summary: `Read a page of ${plural(singular)}`,
      query,
      responses: { 200: rowsOf<R>(resource) },
      access: readable,
    },
    get: {
      ...get,
      summary: `Read one ${singular}`,
      params,
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the type lacks the call's own parameters.
      query: given.getQuery as GetQuery,
      responses: { 200: row },
      access: readable,
    },
    create: {
      ...create,
      summary: `Add one ${singular}, or archive or restore several`,
      body: z.union([createBody ?? resource.body, archiveBody]),
      responses: { 200: countDone, 201: row },
      access: [[permission, 'add']] satisfies Access,
      audit: (body: unknown) => archiving(body, auditName) ?? { kind, what: `Add ${auditName}` },
      ...costlyChange,
      ...costlyCreate,
    },
    change: {
      ...change,
      summary: `Change fields of one ${singular}`,
      description: overtaken,
      params,
      body: given.changeBody ?? resource.patch,
      responses: { 200: row },
      access: [[permission, 'edit']] satisfies Access,
      audit: { kind, what: `Change ${auditName}` },
      ...costlyChange,
    },
    remove: {
      ...remove,
      summary: `Delete one ${singular} that nothing depends on`,
      params,
      // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- likewise.
      query: given.removeQuery as RemoveQuery,
      access: [[permission, 'delete']] satisfies Access,
      audit: { kind: 'delete', what: `Delete ${auditName}` },
      ...costlyChange,
    },
  } satisfies { name: string; resource: R; about: string | undefined } & Record<
    'list' | 'get' | 'create' | 'change' | 'remove',
    Endpoint
  >;
}
export type ResourceEndpoints<R extends Resource = Resource> = ReturnType<
  typeof resourceEndpoints<R, Query, Query>
>;
export type ReadEndpoints<R extends Resource = Resource> = ReturnType<typeof readEndpoints<R>>;

/** `POST {path}/bulk-delete/`: all of these, or none. */
export const bulkRemoveOf = ({ singular, permission }: Resource) =>
  ({
    summary: `Delete several ${plural(singular)}, all or none`,
    body: idsBody,
    responses: { 200: countDone },
    access: [[permission, 'delete']],
    audit: { kind: 'delete', what: `Delete ${singular}` },
    notFound: true,
  }) as const satisfies Omit<Endpoint, 'method' | 'path'>;

/** A create that archives or restores instead. */
export function archiving(body: unknown, what: string): Audited | null {
  const archive =
    typeof body === 'object' && body !== null && 'archive' in body ? body.archive : null;
  return archive
    ? { kind: 'archive', what: `${archive === 'restore' ? 'Restore' : 'Archive'} ${what}` }
    : null;
}

type Rows<R extends Resource> = ReturnType<typeof listOf<R['row']>>;
const rowsOf = <R extends Resource>({ row }: R): Rows<R> => listOf(row);

/** "class" → "classes", "red list entry" → "red list entries". */
export function plural(singular: string): string {
  if (singular.includes(' of ')) return singular.replace(' of ', 's of ');
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`;
  return singular.endsWith('s') ? `${singular}es` : `${singular}s`;
}
