import { queryOptions } from '@tanstack/react-query';
import { codeQuery } from '../platform/code-query.ts';

export const pagesCode = queryOptions({
  ...codeQuery,
  queryKey: ['code', 'pages'],
  queryFn: async ({ client }) => (await import('./Pages.tsx')).preparePages(client),
});

export const signInCode = queryOptions({
  ...codeQuery,
  queryKey: ['code', 'sign-in'],
  queryFn: () => import('./areas/sign-in.ts'),
});
