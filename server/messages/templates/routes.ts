import {
  changeTemplate,
  getTemplateValues,
  listTemplates,
  resetTemplate,
} from '#contract/messages/templates.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { TemplateKind } from '#contract/messages/template-kinds.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { readTemplates, saveTemplate } from './store.ts';

/** The values of a kind's fields for a student; null where the student has none. @throws ApiError 404. */
export type ReadValues = (
  student: number,
  user: CurrentUser,
) => Promise<Record<string, string> | null>;

/**
 * The texts of the institute (R-PAPER-1).
 * @param values who fills each kind: features that send or print its texts.
 */
export function templateRoutes(
  api: Api,
  { database, clock }: AppContext,
  values: Record<TemplateKind, ReadValues>,
): void {
  const byOf = (user: CurrentUser) => ({ user: user.id, at: clock.now().toString() });

  implement(api, listTemplates, async () => ({ results: await readTemplates(database) }));

  implement(api, changeTemplate, ({ params: { kind }, body: { version, ...text }, user }) =>
    saveTemplate(database, { kind, text, version, by: byOf(user) }),
  );

  implement(api, resetTemplate, ({ params: { kind }, body: { version }, user }) =>
    saveTemplate(database, { kind, text: null, version, by: byOf(user) }),
  );

  implement(api, getTemplateValues, async ({ params: { kind }, query: { student }, user }) => {
    if (!can(user.permissions, 'Students', 'read'))
      throw forbidden('Only who may read students previews with their data.');
    return { values: await values[kind](student, user) };
  });
}
