import { queryOptions } from '@tanstack/react-query';

/**
 * Code that is loaded when it is needed, as queries: a `lazy` component shows its fallback even when it is there already, and
 * React then waits 300 ms before it shows the component.
 */
const code = { staleTime: Infinity, gcTime: Infinity, structuralSharing: false } as const;

export const pagesCode = queryOptions({
  ...code,
  queryKey: ['code', 'pages'],
  queryFn: async ({ client }) => (await import('./Pages.tsx')).preparePages(client),
});

export const signInCode = queryOptions({ ...code, queryKey: ['code', 'sign-in'], queryFn: () => import('./areas/sign-in.ts') });
