import { getArchived } from '#contract/exchange/archive.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { required } from '#server/platform/required.ts';
import type { RegisteredResource } from '#server/platform/resource/routes.ts';

/** Archived rows, one resource at a time, in the form of the resource's own list. */
export function archiveRoutes(
  api: Api,
  { clock }: AppContext,
  resources: RegisteredResource[],
): void {
  const byName = new Map(resources.map((it) => [it.name, it]));
  implement(
    api,
    getArchived,
    async (request) => {
      const { archive_name, ...query } = request.query;
      const { resource, reader } = required(byName.get(archive_name), archive_name);
      if (!can(request.user.permissions, resource.permission, 'read'))
        throw forbidden('You do not have permission to perform this action.');
      const params = {
        ...query,
        ordering: resource.defaultSort ?? resource.sortKeys[0],
        archived: true,
        today: clock.today(),
      };
      const { rows, total } = await reader.page(params, request.user);
      return presentList(request, query, { rows: rows as Record<string, unknown>[], total });
    },
    { hasLongRows: true },
  );
}
