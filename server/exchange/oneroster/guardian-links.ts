import { sql } from 'kysely';
import { guardianRoles } from './format.ts';
import { unneeded } from './people.ts';
import { count, type Roster } from './roster.ts';

/** Somebody of the file who is a guardian of a student, one for each student of theirs. */
export interface GuardianLink {
  /** Of the guardian in users.csv. */
  line: number;
  sourced_id: string;
  role: (typeof guardianRoles)[number];
  v: Record<string, string>;
  /** Ours. */
  student: number;
  student_id: string;
  archived: boolean;
  /** The student who the user of the import is (R-ME-5). */
  own: boolean;
}

const file = 'users.csv';
const column = 'agentSourcedIds';

/**
 * Guardians and their students, by the agents of either (R-ROSTER-11). What leads nowhere is reported:
 * agents whom the file does not have, guardians without a student, and students who were not imported.
 */
export async function guardianLinks(roster: Roster): Promise<GuardianLink[]> {
  const { trx, source, by } = roster;
  await stageLinks(roster);
  await reportUnlinked(roster);
  const { rows } = await sql<GuardianLink & { student: number | null; named: string }>`
    select r.line, r.id as sourced_id, g.role, r.v - ${unneeded}::text[] as v, g.student as named, s.id as student,
      s.student_id, s.archived_at is not null as archived,
      coalesce(lower(s.student_mail) = ${by?.email ?? null}, false) as own
    from roster_guardian g join roster r on r.file = 'users' and r.id = g.id
    left join external_id x on x.source = ${source} and x.kind = 'student'
      and x.sourced_id = g.student
    left join student s on s.id = x.student_id
    order by r.line, g.student`.execute(trx);
  return rows.filter(({ line, student, named }) => {
    if (student !== null) return true;
    skipGuardian(roster, line, column, `the student ${named} was not imported`);
    return false;
  });
}

/** Leaves out one guardian of one student. */
export function skipGuardian(roster: Roster, line: number, of: string, reason: string): void {
  roster.problems.skip(file, line, of, reason);
  count(roster, 'guardian', { skipped: 1 });
}

/** `roster_guardian`: the sourcedIds of guardians and of their students. */
async function stageLinks({ trx }: Roster): Promise<void> {
  await sql`
    create temporary table roster_guardian on commit drop as
    with roles as materialized (
      select distinct on (id) id, role from roster_role
      where role = any(${[...guardianRoles]}::text[])
      order by id, array_position(${[...guardianRoles]}::text[], role)
    ), named as materialized (
      select r.id, trim(a.id) as agent from roster r
      cross join unnest(string_to_array(r.v ->> 'agentSourcedIds', ',')) a(id)
      where r.file = 'users' and not r.gone and trim(a.id) <> ''
    ), pairs as (
      select id, agent as student from named union select agent, id from named
    )
    select p.id, g.role, p.student from pairs p
    join roles g on g.id = p.id
    join roster u on u.file = 'users' and u.id = p.id and not u.gone
    join roster_role s on s.id = p.student and s.role = 'student'
    join roster k on k.file = 'users' and k.id = p.student and not k.gone
    where p.id <> p.student`.execute(trx);
  await sql`analyze roster_guardian`.execute(trx);
}

async function reportUnlinked(roster: Roster): Promise<void> {
  const { trx, problems } = roster;
  const { rows: missing } = await sql<{ line: number; agent: string }>`
    select r.line, trim(a.id) as agent from roster r
    cross join unnest(string_to_array(r.v ->> 'agentSourcedIds', ',')) a(id)
    where r.file = 'users' and not r.gone and trim(a.id) <> ''
      and not exists (select from roster u where u.file = 'users' and u.id = trim(a.id))
    order by 1, 2`.execute(trx);
  for (const { line, agent } of missing)
    problems.skip(file, line, column, `${agent} is no user of this file, or of another school`);
  const { rows: alone } = await sql<{ line: number }>`
    select r.line from roster r
    where r.file = 'users' and not r.gone
      and exists (select from roster_role g
        where g.id = r.id and g.role = any(${[...guardianRoles]}::text[]))
      and not exists (select from roster_guardian g where g.id = r.id)
    order by 1`.execute(trx);
  for (const { line } of alone)
    skipGuardian(roster, line, column, 'is linked to no student of this file');
}
