import { z } from 'zod';
import { listOf, listQuery } from '../../../contract/fields.ts';
import { may } from '../../../contract/permissions.ts';
import type { Api, Parts } from '../../parts.ts';
import { forbidden } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import type { Mounted } from '../../platform/resource/mount.ts';

/** What has been put away, one section at a time: rows as in the section's own list. */
export function archiveRoutes(api: Api, { clock }: Parts, sections: Mounted[]): void {
  const byName = new Map(sections.map((mounted) => [mounted.section.path, mounted]));
  const names = [...byName.keys()];
  const querystring = z.strictObject({ ...listQuery, archive_name: z.enum(names, `must be one of ${names.join(', ')}`) });
  const response = { 200: listOf(z.record(z.string(), z.unknown())) };
  api.get('/bulk-archive', { schema: { querystring, response } }, async (request) => {
    const { archive_name, ...query } = request.query;
    const { section, reading } = byName.get(archive_name)!;
    if (!may(request.who.permissions, section.resource, 'read')) throw forbidden('You do not have permission to perform this action.');
    const asked = { ...query, ordering: section.usualOrder ?? section.orders[0], archived: true, today: clock.today() };
    const { rows, total } = await reading.page(asked, request.who);
    return presentList(request, query, { rows: rows as Record<string, unknown>[], total });
  });
}
