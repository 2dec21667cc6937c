import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import type { Described, Fuzzed } from './requests.ts';

/** What never may leave the server. */
const inside = /\bat .+:\d+:\d+|node_modules|\/server\/|\.ts\b|select .+ from |insert into|violates|syntax error at|pg_|ECONN|postgres/i;

/** Compares answers with the document: each status and schema as it says there, and nothing of the inside. */
export function answerChecker({ paths }: Described): (request: Fuzzed, status: number, body: string, contentType: string) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const known = new Map<string, ValidateFunction | null>();

  function schemaOf({ route, method }: Fuzzed, status: number): ValidateFunction | null {
    const key = `${method} ${route} ${status < 400 ? status : 'default'}`;
    if (!known.has(key)) {
      const found = paths[route]![method.toLowerCase()]!.responses[status < 400 ? status : 'default'];
      const schema = found?.content?.['application/json']?.schema;
      if (!found) throw new Error(`${key} is not in the document`);
      known.set(key, schema ? ajv.compile(schema) : null);
    }
    return known.get(key)!;
  }

  return (request, status, body, contentType) => {
    if (status >= 500) return `answered ${status}: ${body.slice(0, 500)}`;
    if (status >= 400 && inside.test(body)) return `tells of the inside: ${inside.exec(body)![0]}`;
    const fits = schemaOf(request, status);
    if (!contentType.includes('json')) return status >= 400 ? `is refused with ${contentType}` : null;
    if (!fits || fits(JSON.parse(body))) return null;
    return `${status} does not fit its schema: ${ajv.errorsText(fits.errors)} in ${body.slice(0, 300)}`;
  };
}

/** Rows that a refused request may leave: who signed in, and what the log of refusals says. */
const besides = new Set(['app_user', 'sign_in_binding', 'audit', 'server_secret', 'oidc_record', 'mail_attachment']);

/** Tells whether anything in the database has changed since it was asked last. */
export async function changeDetector(database: Database): Promise<() => Promise<boolean>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database);
  const counted = tables.rows.map(({ name }) => name).filter((name) => !besides.has(name) && !name.startsWith('kysely'));
  // A mail that an earlier request asked for goes its way by itself: what matters is which there are.
  const sums = counted.map((name) => {
    const row = name === 'mail' ? sql`x.id` : sql`x`;
    return sql`select ${name}::text as name, count(*) as rows, coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as sum from ${sql.table(name)} x`;
  });
  const fingerprint = async () => JSON.stringify((await sql`${sql.join(sums, sql` union all `)}`.execute(database)).rows);
  const counter = async () => (await sql<{ at: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as at`.execute(database)).rows[0]!.at;
  let [at, last] = [await counter(), await fingerprint()];
  return async () => {
    // Without a new transaction that wrote, nothing can have changed.
    const now = await counter();
    if (now === at) return false;
    at = now;
    const found = await fingerprint();
    const changed = found !== last;
    last = found;
    return changed;
  };
}
