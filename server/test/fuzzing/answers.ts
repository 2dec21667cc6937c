import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { OpenApi } from '../openapi.ts';
import type { FuzzedRequest } from './requests.ts';

/** Internals that no response may contain; a statement is within one string. */
const internals =
  /\bat .+:\d+:\d+|node_modules|\/server\/|\.ts\b|select (?:[^"]|\\")+ from |insert into|violates|syntax error at|pg_|ECONN|postgres/i;

/** Messages of the validating library, which say nothing about what is wrong. */
const libraryText = /"(Invalid |Too (big|small)|Unrecognized |Expected |Required")/;

/**
 * Compares responses with the document: each status and schema as described, and no
 * internals.
 */
export function answerChecker({
  paths,
  components,
}: OpenApi): (
  request: FuzzedRequest,
  status: number,
  body: string,
  contentType: string,
) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const known = new Map<string, ValidateFunction | null>();

  function schemaOf({ route, method }: FuzzedRequest, status: number): ValidateFunction | null {
    const key = `${method} ${route} ${status}`;
    if (!known.has(key)) {
      const found = paths[route]![method.toLowerCase()]!.responses[status];
      if (!found) throw new Error(`${key} is not in the document`);
      const [, name = ''] = /^#\/components\/responses\/(\w+)$/.exec(found.$ref ?? '') ?? [];
      const answer = name ? components.responses[name] : found;
      const schema = answer?.content?.['application/json']?.schema;
      known.set(key, schema ? ajv.compile({ ...schema, components }) : null);
    }
    return known.get(key)!;
  }

  return (request, status, body, contentType) => {
    if (status >= 500) return `answered ${status}: ${body.slice(0, 500)}`;
    if (status >= 400 && internals.test(body))
      return `discloses internals: ${internals.exec(body)![0]}`;
    if (status === 400 && libraryText.test(body))
      return `does not say what is wrong: ${body.slice(0, 300)}`;
    const validate = schemaOf(request, status);
    if (!contentType.includes('json'))
      return status >= 400 ? `is refused with ${contentType}` : null;
    if (!validate || validate(JSON.parse(body))) return null;
    return `${status} does not fit its schema: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`;
  };
}

/** Tables that a refused request may write to: sign-ins and the audit log. */
const ignoredTables = new Set([
  'app_user',
  'sign_in_binding',
  'audit',
  'server_secret',
  'oidc_record',
  'mail_attachment',
]);

/** Reports whether the database has changed since the last call. */
export async function changeDetector(database: Database): Promise<() => Promise<boolean>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database);
  const counted = tables.rows
    .map(({ name }) => name)
    .filter((name) => !ignoredTables.has(name) && !name.startsWith('kysely'));
  // Mails of earlier requests are sent in the background: only the set of mails is compared.
  const sums = counted.map((name) => {
    const row = name === 'mail' ? sql`x.id` : sql`x`;
    return sql`
      select ${name}::text as name, count(*) as rows,
        coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as sum from ${sql.table(name)} x`;
  });
  const fingerprint = async () =>
    JSON.stringify((await sql`${sql.join(sums, sql` union all `)}`.execute(database)).rows);
  const counter = async () =>
    (
      await sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(
        database,
      )
    ).rows[0]!.at;
  let [at, last] = [await counter(), await fingerprint()];
  return async () => {
    // Without a new writing transaction nothing can have changed.
    const now = await counter();
    if (now === at) return false;
    at = now;
    const found = await fingerprint();
    const changed = found !== last;
    last = found;
    return changed;
  };
}
