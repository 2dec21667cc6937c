import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import type { PermissionSubject } from '#contract/permissions.ts';
import { loadList, type PageContext } from './page-data.ts';
import type { ResourcePages } from './resource-pages.ts';
import { Root } from './Root.tsx';
import { anyText } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The permissions of the page, one of which suffices. */
    permission?: PermissionSubject | PermissionSubject[];
    /** It requires the permission to add or, with `?edit=`, to edit. */
    form?: boolean;
    /** It requires this permission instead of the one to read. */
    action?: 'export' | 'delete' | 'edit';
    title?: string;
    /** For a window of its own, or a projector: without sidebar, search and account. */
    isBare?: boolean;
  }
}

export const root = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
});

/** A page of a chunk by its name. */
const pageOf = <Pages extends object>(load: () => Promise<Pages>, name: keyof Pages & string) =>
  // Pages have no properties; the type system cannot know which page it is.
  lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name);

/** A resource's list. @param loader reads the data of its first screen. */
export const list = <const Path extends string, Pages extends object>(
  path: Path,
  permission: PermissionSubject | PermissionSubject[],
  title: string,
  load: () => Promise<Pages>,
  name: keyof Pages & string,
  loader = loadList,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anyText,
    staticData: { permission, title },
    loader,
    component: pageOf(load, name),
  });

/** The form of a resource, for users who may add or, with `?edit=`, edit. */
export const form = <const Path extends string, Pages extends object>(
  path: Path,
  permission: PermissionSubject,
  title: string,
  load: () => Promise<Pages>,
  name: keyof Pages & string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: anyText,
    staticData: { permission, title, form: true },
    component: pageOf(load, name),
  });

/** A page for users with some permission on timetables. */
const withTimetables =
  (action: 'export' | 'edit') =>
  <const Path extends string, Pages extends object>(
    path: Path,
    title: string,
    load: () => Promise<Pages>,
    name: keyof Pages & string,
  ) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: anyText,
      staticData: { permission: 'Timetables', title, action },
      component: pageOf(load, name),
    });
export const exporting = withTimetables('export');
export const editing = withTimetables('edit');

type PageModule = Record<string, RouteComponent>;
type RoutesOf<All extends readonly ResourcePages[]> = All extends readonly [
  ResourcePages<infer Path>,
  ...infer Rest extends readonly ResourcePages[],
]
  ? [
      ReturnType<typeof list<Path, PageModule>>,
      ReturnType<typeof form<`${Path}/add`, PageModule>>,
      ...RoutesOf<Rest>,
    ]
  : [];

/** The lists and forms of resources. */
export const routesOf = <All extends readonly ResourcePages[]>(resources: All) =>
  // The names were validated where the pages are listed; `flatMap` loses the order of the types.
  resources.flatMap(({ path, permission, title, singular, list: { load, name }, form: of }) => [
    list(path, permission, title, load, name as never),
    form(`${path}/add`, permission, singular, of.load, of.name as never),
  ]) as unknown as RoutesOf<All>;
