import { sql, type NotNull } from 'kysely';
import { guardianRoles } from './format.ts';
import { rosterLimits as limits } from './limits.ts';
import type { Roster } from './roster.ts';
import { withStaged } from './staged-tables.ts';

interface Org {
  line: number;
  id: string;
  gone: boolean;
  name: string;
  type: string;
  parent: string | null;
}

/** Which rows belong to the institute. */
export interface Institute {
  /** Orgs whose classes are imported: the chosen schools, and what is below them. */
  schools: string[];
  /** The same and what is above them, to which people and courses may belong too. */
  all: string[];
}

/**
 * The institute among the orgs of the file: there is one here, so where a file has several schools somebody
 * chooses. Null where the file has no orgs: then all rows belong to it.
 */
export async function chooseInstitute(roster: Roster): Promise<Institute | null> {
  if (!roster.files.has('orgs')) return null;
  const orgs: Org[] = await withStaged(roster.trx)
    .selectFrom('roster')
    .select(['line', 'id', 'gone'])
    .select((row) => [
      row.ref('v', '->>').key('name').as('name'),
      row.ref('v', '->>').key('type').as('type'),
      row.ref('v', '->>').key('parentSourcedId').as('parent'),
    ])
    .where('file', '=', 'orgs')
    .$narrowType<{ name: NotNull; type: NotNull }>()
    .orderBy('line')
    .execute();
  if (orgs.length === 0) return null;
  const byId = new Map(orgs.map((org) => [org.id, org]));
  if (reportCircles(roster, orgs, byId)) return null;
  const present = orgs.filter(({ gone }) => !gone);
  const schools = present.filter(({ type }) => type === 'school');
  // A file without a school is one of what stands at the top.
  const tops = present.filter(({ parent }) => !parent);
  const chosen = chooseSchools(roster, schools.length > 0 ? schools : tops);
  if (chosen === null) return null;
  const above = new Set(chosen.flatMap((id) => ancestors(id, byId)));
  const chosenSet = new Set(chosen);
  const below = orgs
    .filter(({ id }) => ancestors(id, byId).some((one) => chosenSet.has(one)))
    .map(({ id }) => id);
  const imported = [...new Set([...chosen, ...below])];
  await rememberOrgs(roster, imported);
  return { schools: imported, all: [...new Set([...imported, ...above])] };
}

/** The sourcedIds of the parents, the nearest first. */
function ancestors(id: string, byId: ReadonlyMap<string, Org>): string[] {
  const found: string[] = [];
  const seen = new Set([id]);
  let at = byId.get(id)?.parent;
  for (; at && !seen.has(at) && found.length <= limits.orgLevels; at = byId.get(at)?.parent) {
    seen.add(at);
    found.push(at);
  }
  return found;
}

/** @returns whether an org is its own parent, or too many are above it. */
function reportCircles({ problems }: Roster, orgs: Org[], byId: ReadonlyMap<string, Org>): boolean {
  let isCircular = false;
  for (const { id, line, parent } of orgs) {
    if (!parent) continue;
    const above = parent === id ? [id] : ancestors(parent, byId);
    const isDeep = above.length >= limits.orgLevels;
    if (parent !== id && !above.includes(id) && !isDeep) continue;
    isCircular = true;
    const reason = isDeep
      ? `${id} has more than ${limits.orgLevels} orgs above it`
      : `${id} is its own parent`;
    problems.error('orgs.csv', line, 'parentSourcedId', reason);
  }
  return isCircular;
}

/** Null while no school was chosen: a dry run then counts all of them. */
function chooseSchools({ questions, problems }: Roster, schools: Org[]): string[] | null {
  if (schools.length < 2) return schools.map(({ id }) => id);
  const answer = questions.ask({
    name: 'schools',
    label: 'Which school is imported?',
    help: `The file has ${schools.length} schools, and there is one institute here. Rows of the others are left out. Several: their sourcedIds, separated by commas.`,
    found: null,
    isOpen: true,
    choices: [
      ...schools.slice(0, 100).map(({ id, name }) => ({ value: id, label: name })),
      { value: '*', label: 'All of them, as one institute' },
    ],
  });
  const ids = schools.map(({ id }) => id);
  if (answer === null || answer === '*') return ids;
  const wanted = ids.includes(answer) ? [answer] : answer.split(',').map((id) => id.trim());
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length)
    problems.error('orgs.csv', 1, 'sourcedId', `there is no school ${unknown.join(', ')}`);
  return wanted;
}

async function rememberOrgs({ trx, source }: Roster, ids: string[]): Promise<void> {
  await sql`
    insert into external_id (source, kind, sourced_id)
    select ${source}, 'org', id from unnest(${ids}::text[]) as o(id)
    on conflict do nothing`.execute(trx);
}

/** Belongs here by the students, whatever their own school is. */
const isGuardian = sql`r.v ->> 'role' = any(${[...guardianRoles]}::text[])`;

/** Leaves out the rows of other schools, and says so. */
export async function leaveOutOthers(roster: Roster, institute: Institute | null): Promise<void> {
  if (!institute) return;
  const { trx, version } = roster;
  const isOf = (column: string, orgs: string[]) => sql`r.v ->> ${column} = any(${orgs}::text[])`;
  await leaveOut(roster, 'courses', 'orgSourcedId', isOf('orgSourcedId', institute.all));
  await leaveOut(roster, 'classes', 'schoolSourcedId', isOf('schoolSourcedId', institute.schools));
  if (version === '1.1')
    await leaveOut(
      roster,
      'users',
      'orgSourcedIds',
      sql`${isGuardian} or exists (
        select from unnest(string_to_array(r.v ->> 'orgSourcedIds', ',')) named(id)
        where trim(named.id) = any(${institute.all}::text[]))`,
    );
  else {
    await leaveOut(
      roster,
      'roles',
      'orgSourcedId',
      sql`${isGuardian} or ${isOf('orgSourcedId', institute.all)}`,
    );
    // Who has no role left is somebody of another school.
    await leaveOut(
      roster,
      'users',
      'primaryOrgSourcedId',
      sql`(${isOf('primaryOrgSourcedId', institute.all)} or r.v ->> 'primaryOrgSourcedId' is null
        or exists (select from roster o where o.file = 'roles' and o.v ->> 'userSourcedId' = r.id))`,
    );
  }
  await sql`analyze roster`.execute(trx);
  await leaveOut(
    roster,
    'enrollments',
    'schoolSourcedId',
    isOf('schoolSourcedId', institute.schools),
  );
}

async function leaveOut(
  { trx, problems }: Roster,
  file: string,
  column: string,
  belongs: ReturnType<typeof sql>,
): Promise<void> {
  const rows = await withStaged(trx)
    .deleteFrom('roster as r')
    .where('r.file', '=', file)
    .where(sql<boolean>`(${belongs}) is not true`)
    .returning('r.line')
    .execute();
  for (const { line } of rows)
    problems.skip(`${file}.csv`, line, column, 'belongs to another school');
}
