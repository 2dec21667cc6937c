import { queryOptions } from '@tanstack/react-query';
import { getTemplateValues, listTemplates } from '#contract/messages/templates.endpoints.ts';
import type { TemplateKind } from '#contract/messages/template-kinds.ts';
import { request } from '#web/platform/api.ts';

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => request(listTemplates, { signal }),
  // The text must not change while it is edited.
  staleTime: Infinity,
  gcTime: 0,
});

/** What the fields say for a student; examples without one. */
export const valuesQuery = (kind: TemplateKind, student: number) =>
  queryOptions({
    queryKey: ['template-values', kind, student],
    queryFn: ({ signal }) =>
      request(getTemplateValues, { params: { kind }, query: { student }, signal }),
  });
