import type { z } from 'zod';
import type { EndpointWith } from '#contract/endpoint.ts';
import type { List } from '#contract/fields.ts';
import type { PermissionSubject } from '#contract/permissions.ts';
import type { CountDone } from '#contract/resource.ts';
import type { Offer } from './list/offers.tsx';

/** A call that returns a page of rows. */
export type ListEndpoint<Row = unknown> = EndpointWith<{
  query: z.ZodObject;
  responses: { 200: z.ZodType<List<Row>> };
}>;
/** A call on one row, by its id. */
export type RowEndpoint<Facts = {}> = EndpointWith<
  Facts & { params: z.ZodObject<{ id: z.ZodType }> }
>;

/** The calls of a resource that screens use; without a call the resource lacks the action. */
export interface ResourceCalls<Row = unknown> {
  /** The name of its archive, and of its cached data. */
  name: string;
  list: ListEndpoint<Row>;
  get?: RowEndpoint<{ responses: { 200: z.ZodType<Row> } }>;
  create?: EndpointWith<{
    body: z.ZodType;
    responses: { 200: z.ZodType<Row | CountDone>; 201: z.ZodType<Row> };
  }>;
  change?: RowEndpoint<{ body: z.ZodType }>;
  remove?: RowEndpoint;
}

/** A kind of master data as screens see it: its calls, paths and names. */
export interface ResourceInfo<Row = unknown> {
  /** The list's heading: "Teachers". */
  title: string;
  /** Singular: "Teacher". */
  singular: string;
  /** The list's path; the form is at `{path}/add`. */
  path: string;
  calls: ResourceCalls<Row>;
  permission: PermissionSubject;
  /** The server deletes several at once (students, subjects; R-API-3). */
  bulkRemove?: EndpointWith<{ body: z.ZodType }>;
  /** The call that archives and restores, when it is not create (teachers; R-API-3). */
  archive?: EndpointWith<{ body: z.ZodType }>;
  /** The filter of the timetable that finds classes with the record: listed before it is archived. */
  usedByClasses?: 'classroom' | 'teacher' | 'subject' | 'semester';
  /** Pages where obstacles to archiving a row can be changed. */
  offersWhenNeeded?: (id: number) => Offer[];
  /** Further effects of removing or archiving rows, in words; empty without any. */
  removalText?: (ids: number[]) => Promise<string>;
  /** The question before rows are restored; a yes adds `body` to the call. */
  restoreOffer?: {
    title: string;
    text: string;
    yes: string;
    no: string;
    body: { reopen_enrolments: boolean };
  };
  /** When further classes take place: a question comes first if they clash (R-CLASH-7). */
  bringsClasses?:
    | { when: 'restored' }
    | {
        when: 'removed';
        /** Deletes a row, with the answer to the question: `true` or `false`. */
        remove: (id: number, query: { confirm_clashes: string }) => Promise<unknown>;
      };
  /** False for rows that are never archived. */
  archivable?: boolean;
  /** The path of the form, by default `{path}/add`; null without a form. */
  addPath?: string | null;
}

/** A resource with a form. */
export type FormResource<Row> = ResourceInfo<Row> & { calls: Required<ResourceCalls<Row>> };

/** The key of the cached data of a resource; further parts select a part of it. */
export const resourceKey = (
  { calls }: { calls: Pick<ResourceCalls, 'name'> },
  ...more: unknown[]
) => ['resource', calls.name, ...more];
