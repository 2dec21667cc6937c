import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { loadList, type PageContext } from './page-data.ts';
import { pages } from './pages/index.ts';
import type { LazyPage, Page, PageFacts } from './pages/page.ts';
import { Root } from './Root.tsx';
import { anyText } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Pick<
    PageFacts,
    'permission' | 'action' | 'isBare' | 'needs' | 'orMay'
  > {
    title?: string;
    /** It requires the permission to add or, with `?edit=`, to edit. */
    form?: boolean;
  }
}

const rootRoute = createRootRouteWithContext<PageContext>()({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./NotFoundPage.tsx'), 'NotFoundPage'),
});

type Parse = NonNullable<PageFacts['params']>;

const routeAt = <const Path extends string, Params extends object>(
  path: Path,
  params: (search: Record<string, unknown>) => Params,
  staticData: StaticDataRouteOption,
  { load, name }: LazyPage,
  loader: typeof loadList,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: params,
    staticData,
    loader,
    // Pages have no properties; the type system cannot know which page of a module it is.
    component: lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name),
  });
type RouteAt<Path extends string, Params extends object> = ReturnType<typeof routeAt<Path, Params>>;

type ParamsOf<Of> = Of extends { params: (search: never) => infer Params extends object }
  ? Params
  : ReturnType<typeof anyText>;
type RoutesOf<Of> = Of extends Page
  ?
      | RouteAt<Of['path'], ParamsOf<Of>>
      | (Of extends { form: object }
          ? RouteAt<`${Of['path']}/add`, ReturnType<typeof anyText>>
          : never)
  : never;

/** The route of a page, and of its form. */
function routesOf(page: Page) {
  const { path, title, permission, action, isBare, needs, orMay, form, component } = page;
  const params: Parse = page.params ?? anyText;
  return [
    routeAt(
      path,
      params,
      { permission, action, isBare, needs, orMay, title },
      component,
      page.loader ?? loadList,
    ),
    ...(form
      ? [
          routeAt(
            `${path}/add`,
            anyText,
            { permission, title: form.title, form: true },
            form.component,
            loadList,
          ),
        ]
      : []),
  ];
}

// Each is the route of its page; a list of pages cannot say so.
const routes = pages.flatMap(routesOf) as unknown as readonly RoutesOf<(typeof pages)[number]>[];

export const routeTree = rootRoute.addChildren(routes);
