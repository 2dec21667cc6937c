import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { secondsUntil } from './followed.ts';
import { median, oneByOne } from './load.ts';

const rounds = 7;

const calls: [what: string, path: string][] = [
  ['a page by rate', 'redlistedstudents/computed/?limit=20'],
  ['a page of 100 by name', 'redlistedstudents/computed/?limit=100&ordering=last_name'],
  ['page 50', 'redlistedstudents/computed/?limit=20&page=50'],
  ['of a subject', 'redlistedstudents/computed/?limit=20&subject=17'],
  ['a search', 'redlistedstudents/computed/?limit=20&search=an'],
  ['all rules', 'redlistrules/'],
];

/** The first computation of all standings, a rule, and the list over HTTP with one client. */
export async function measureRedList(
  database: Database,
  base: string,
  headers: Record<string, string>,
): Promise<[what: string, figure: string][]> {
  const found: [string, string][] = [];
  const until = async (query: ReturnType<typeof sql<{ is_so: boolean }>>) =>
    `${(await secondsUntil(database, query)).toFixed(1)} s`;
  // The seed's students are all at 90 %: every twentieth comes to half of the classes.
  await sql`
    update attendance set status = 'Absent'
    where student_id % 20 = 0 and extract(day from date)::int % 2 = 0`.execute(database);
  await sql`insert into standing_due (student_id) select id from student where id % 20 = 0`.execute(
    database,
  );
  found.push([
    'red list: 2,500 students whose marks changed are computed again',
    await until(sql<{ is_so: boolean }>`
      select not exists (select from standing_due) and exists (
        select from standing where present < absent + 4) as is_so`),
  ]);
  const send = (method: string, path: string, body: object) =>
    fetch(`${base}/api/v2/attendance/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const start = performance.now();
  await send('POST', 'redlistrules/create/', { below: 80, preview: true });
  found.push(['red list: the preview of a rule', `${(performance.now() - start).toFixed(0)} ms`]);
  await send('POST', 'redlistrules/create/', { below: 80, consecutive: 4 });
  const listed = await until(
    sql<{ is_so: boolean }>`select exists (select from red_list_computed) as is_so`,
  );
  const entries = await sql<{ entries: number }>`
    select count(*) as entries from red_list_computed where state = 'open'`.execute(database);
  found.push([
    `red list: ${entries.rows[0]!.entries.toLocaleString('en')} entries after a new rule`,
    listed,
  ]);
  // As autovacuum does within a minute.
  await sql`vacuum analyze red_list_computed`.execute(database);
  for (const [what, path] of calls) {
    const requests = Array.from({ length: rounds + 2 }, () => ({
      method: 'GET',
      path: `/api/v2/attendance/${path}`,
    }));
    const times = (await oneByOne(base, headers, requests)).slice(2);
    const figure = `${median(times).toFixed(0)} ms (${Math.max(...times).toFixed(0)} ms)`;
    found.push([`red list: ${what}, median (slowest)`, figure]);
  }
  return found;
}
