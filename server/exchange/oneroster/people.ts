import { sql } from 'kysely';
import { fullName } from '#contract/person-name.ts';
import { allOf } from '#server/platform/database/any-of.ts';
import { guardianRoles } from './format.ts';
import { ownId } from './own-ids.ts';
import { yesNo } from '../runs/questions.ts';
import type { Roster } from './roster.ts';
import { withStaged } from './staged-tables.ts';

/** People and their roles: of 1.1 each has one, of 1.2 they are rows of their own. */
export async function stagePeople(roster: Roster): Promise<void> {
  const { trx, problems } = roster;
  await sql`
    create temporary table roster_role (id text not null, role text not null, primary key (id, role))
    on commit drop`.execute(trx);
  if (roster.version === '1.1')
    await sql`
      insert into roster_role select id, v ->> 'role' from roster where file = 'users'`.execute(
      trx,
    );
  else
    await sql`
      insert into roster_role
      select distinct r.v ->> 'userSourcedId', r.v ->> 'role' from roster r
      join roster u on u.file = 'users' and u.id = r.v ->> 'userSourcedId'
      where r.file = 'roles' and not r.gone`.execute(trx);
  await sql`analyze roster_role`.execute(trx);
  const others = await withStaged(trx)
    .selectFrom('roster_role')
    .select(({ fn }) => ['role', fn.countAll<number>().as('count')])
    .where('role', '<>', allOf.texts(['student', 'teacher', ...guardianRoles]))
    .groupBy('role')
    .orderBy('role')
    .execute();
  for (const { role, count } of others)
    problems.note(
      'users.csv',
      `${count} ${count === 1 ? 'has' : 'have'} the role ${role}, which has no place here`,
      'role',
    );
  const { rows: without } = await sql<{ count: number; disabled: number }>`
    select count(*) filter (where not exists (select from roster_role p where p.id = r.id))::int as count,
      count(*) filter (where lower(v ->> 'enabledUser') = 'false')::int as disabled
    from roster r where r.file = 'users' and not r.gone`.execute(trx);
  const [found] = without;
  if (found?.count)
    problems.note(
      'users.csv',
      `${found.count} ${found.count === 1 ? 'has' : 'have'} no role of this school`,
      'role',
    );
  if (found?.disabled)
    problems.note(
      'users.csv',
      `${found.disabled} may not sign in there (enabledUser), but ${found.disabled === 1 ? 'is' : 'are'} imported like others`,
      'enabledUser',
    );
}

/** Somebody of the file, and whom of ours they are. */
export interface Candidate {
  line: number;
  sourced_id: string;
  v: Record<string, string>;
  /** Demographics, of students. */
  birth: string | null;
  sex: string | null;
  /** Ours: by the sourcedId, or found by number or address. */
  ours: number | null;
  is_linked: boolean;
  archived: boolean;
}

interface Matching {
  kind: 'student' | 'teacher';
  /** How an unlinked person `r` of the file is found among rows `t`; the first match counts. */
  by: ReturnType<typeof sql>[];
}

/** What people are not written with: lists of ids are as long as a line. */
export const unneeded = ['agentSourcedIds', 'orgSourcedIds', 'primaryOrgSourcedId', 'enabledUser'];

const peopleAtOnce = 2000;

/** The people of a role in the order of the file, some at a time, with whom of ours they are. */
export async function* candidates(
  { trx, source }: Roster,
  { kind, by }: Matching,
): AsyncGenerator<Candidate[]> {
  const table = sql.table(kind);
  const matches = by.map((condition) => sql`(select min(t.id) from ${table} t where ${condition})`);
  await sql`
    declare candidates no scroll cursor for with ours as materialized (
      select x.sourced_id, x.${sql.ref(`${kind}_id`)} as id from external_id x
      where x.source = ${source} and x.kind = ${kind}
      union all
      select ${ownId(kind, sql`t.id`)}, t.id from ${table} t
    ), found as materialized (
      select sourced_id, min(id) as id from ours group by 1
    )
    select r.line, r.id as sourced_id, r.v - ${unneeded}::text[] as v, d.v ->> 'birthDate' as birth, d.v ->> 'sex' as sex,
      o.id is not null as is_linked, p.id as ours, t.archived_at is not null as archived
    from roster_role g
    join roster r on r.file = 'users' and r.id = g.id and not r.gone
    left join roster d on d.file = 'demographics' and d.id = r.id and not d.gone
    left join found o on o.sourced_id = r.id
    cross join lateral (select coalesce(o.id, ${sql.join(matches)}) as id) p
    left join ${table} t on t.id = p.id
    where g.role = ${kind} order by r.line`.execute(trx);
  for (;;) {
    const { rows } = await sql<Candidate>`fetch ${sql.lit(peopleAtOnce)} from candidates`.execute(
      trx,
    );
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close candidates`.execute(trx);
}

/**
 * Whether people who were found by their number or address are those of the file (R-ROSTER-3): somebody has
 * to confirm it. A dry run goes on as if they were.
 */
export function confirmLinks(
  { questions }: Roster,
  kind: 'student' | 'teacher',
  found: Candidate[],
): boolean {
  if (found.length === 0) return true;
  return (
    questions.ask({
      name: `link:${kind}s`,
      ...linkTexts(kind, found),
      found: null,
      choices: yesNo,
      about: found.map(({ sourced_id, ours }) => `${sourced_id} ${ours}`).join(),
    }) !== 'no'
  );
}

/** By what people are recognised. */
const recognised = { student: 'student ID or e-mail address', teacher: 'e-mail address' };

/** The question about people who were found, for one and for several. */
function linkTexts(kind: 'student' | 'teacher', found: Candidate[]) {
  const named = found
    .slice(0, 5)
    .map(({ v }) => fullName({ first_name: v.givenName ?? '', last_name: v.familyName ?? '' }))
    .join(', ');
  const { length } = found;
  const more = length > 5 ? ` and ${length - 5} more` : '';
  const by = recognised[kind];
  return length === 1
    ? {
        label: `Is this the ${kind} who is here already?`,
        help:
          `1 ${kind} in the file has the ${by} of a ${kind} who is here: ${named}. ` +
          `Yes: the ${kind} here is changed. No: the row is left out.`,
      }
    : {
        label: `Are these the ${kind}s who are here already?`,
        help:
          `${length} ${kind}s in the file have the ${by} of ${kind}s who are here: ${named}${more}. ` +
          `Yes: the ${kind}s here are changed. No: the rows are left out.`,
      };
}

/** Remembers who is who. @param links sourcedId and our number or address. */
export async function rememberPeople(
  { trx, source }: Roster,
  kind: 'student' | 'teacher',
  key: string,
  links: { id: string; key: string }[],
): Promise<void> {
  await sql`
    insert into external_id (source, kind, sourced_id, ${sql.ref(`${kind}_id`)})
    select ${source}, ${kind}, given.id, t.id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given(id text, key text)
    join ${sql.table(kind)} t on t.${sql.ref(key)} = given.key
    on conflict (source, kind, sourced_id) do nothing`.execute(trx);
}
