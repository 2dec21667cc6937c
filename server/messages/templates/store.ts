import { sql } from 'kysely';
import { parseTemplate, fillTemplate } from '#contract/messages/template-text.ts';
import {
  templateKind,
  templateKindNames,
  type TemplateKind,
} from '#contract/messages/template-kinds.ts';
import { templateProblems, type TemplateText } from '#contract/messages/template-check.ts';
import type { Template } from '#contract/messages/templates.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { required } from '#server/platform/required.ts';

interface Stored {
  kind: string;
  title: string | null;
  body: string | null;
  version: number;
  by: string;
  at: string;
}

/** All templates of the institute, in the order of their kinds (R-PAPER-1). */
export async function readTemplates(database: Database): Promise<Template[]> {
  const { rows } = await sql<Stored>`
    select x.kind, x.title, x.body, x.version, u.name as by, x.changed_at as at
    from template x join app_user u on u.id = x.changed_by`.execute(database);
  return templateKindNames.map((kind) => {
    const own = rows.find((row) => row.kind === kind);
    const preset = templateKind(kind).default;
    return {
      kind,
      title: own?.title ?? preset.title,
      body: own?.body ?? preset.body,
      is_default: own?.body == null,
      version: own?.version ?? 0,
      changed: own ? { by: own.by, at: own.at } : null,
    };
  });
}

export async function readTemplate(database: Database, kind: TemplateKind): Promise<Template> {
  const found = (await readTemplates(database)).find((one) => one.kind === kind);
  return required(found, `The template ${kind}`);
}

interface Change {
  kind: TemplateKind;
  /** Null returns to the default. */
  text: TemplateText | null;
  /** The version that the change is based on. */
  version: number;
  by: { user: number; at: string };
}

/**
 * @throws ApiError 400 at `title` or `body` for an unknown, unclosed or missing field, 409 when somebody
 * else has changed the template since.
 */
export async function saveTemplate(database: Database, change: Change): Promise<Template> {
  const { kind, text, version, by } = change;
  const problems = text ? templateProblems(kind, text) : {};
  if (Object.keys(problems).length)
    throw new ApiError(
      400,
      Object.fromEntries(Object.entries(problems).map(([name, it]) => [name, it.split('\n')])),
    );
  const { rows } = await sql`
    insert into template (kind, title, body, version, changed_by, changed_at)
    values (${kind}, ${text?.title ?? null}, ${text?.body ?? null}, 1, ${by.user}, ${by.at})
    on conflict (kind) do update set title = excluded.title, body = excluded.body,
      version = template.version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at
    where template.version = ${version}
    returning kind`.execute(database);
  const saved = await readTemplate(database, kind);
  if (rows.length) return saved;
  throw new ApiError(409, {
    detail: `${saved.changed?.by ?? 'Somebody else'} changed this template meanwhile.`,
    overtaken: saved.changed,
  });
}

/** Fills titles and texts of one template with the values of many letters. */
export function createFiller(kind: TemplateKind, text: TemplateText) {
  const names = Object.keys(templateKind(kind).fields);
  const [title, body] = [parseTemplate(text.title, names), parseTemplate(text.body, names)];
  return (values: Record<string, string>): TemplateText => ({
    title: fillTemplate(title.parts, values).replaceAll(/\s*\n\s*/g, ' '),
    body: fillTemplate(body.parts, values),
  });
}
