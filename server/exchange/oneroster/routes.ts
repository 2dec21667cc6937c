import { exportOneRoster } from '#contract/exchange/oneroster.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { exportRoster } from './export.ts';

export function oneRosterRoutes(
  api: Api,
  { settings, connection, database, clock }: AppContext,
): void {
  implement(
    api,
    exportOneRoster,
    async (_request, reply) => {
      const today = clock.today();
      const { title } = settings.current();
      const now = clock.now().toString();
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="oneroster-${today}.zip"`,
        })
        .send(await exportRoster({ connection, database, title, today, now }));
    },
    { compress: false },
  );
}
