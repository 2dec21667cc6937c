import { anyOf } from '#server/platform/database/any-of.ts';
import { sql } from 'kysely';
import { deleteGuardians } from '#server/people/index.ts';
import { ownId } from './own-ids.ts';
import { count, type Roster } from './roster.ts';

/** What both systems know of a guardian. */
export interface GuardianFields {
  name: string;
  email: string | null;
  phone: string | null;
}
export const guardianFields = ['name', 'email', 'phone'] as const;
/** HMACs of the values that came from the other system; null where ours is another one. */
export type Prints = Record<keyof GuardianFields, string | null>;

export interface StoredGuardian extends GuardianFields {
  id: number;
  student: number;
  /** What an export calls it that no other system has named. */
  own: string;
}

/** A guardian as the source calls them; `guardian` null: deleted here. */
export interface StoredLink {
  sourced_id: string;
  student: number;
  guardian: number | null;
  prints: Prints;
}

/** What is stored of the guardians of students. */
export async function storedGuardians({ trx, source }: Roster, students: number[]) {
  const of = sql`student_id = any(${students}::bigint[])`;
  const guardians = await sql<StoredGuardian>`
    select id, student_id as student, name, email, phone, ${ownId('guardian', sql`id`)} as own
    from guardian where ${of} order by id`.execute(trx);
  const links = await sql<StoredLink>`
    select sourced_id, student_id as student, guardian_id as guardian, jsonb_build_object(
      'name', name_print, 'email', email_print, 'phone', phone_print) as prints
    from external_guardian where source = ${source} and ${of}`.execute(trx);
  return { guardians: guardians.rows, links: links.rows };
}

/** A guardian after the import. */
export interface WrittenGuardian extends GuardianFields {
  /** Null for a new one. */
  id: number | null;
  sourced_id: string;
  student: number;
  relation: string;
  prints: Prints;
}

const recordOf = (rows: object[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(at integer, id bigint, student bigint,
    sourced_id text, name text, relation text, email text, phone text, prints jsonb)`;

/** Adds guardians, who get no messages until somebody here decides it. @returns their ids, in this order. */
export async function insertGuardians(
  { trx, by, now }: Roster,
  rows: WrittenGuardian[],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: added } = await sql<{ id: number }>`
    insert into guardian (student_id, name, relation, email, phone, created_by, created_at)
    select g.student, g.name, g.relation, g.email, g.phone, ${by?.user ?? null}::bigint,
      ${now}::timestamptz
    from ${recordOf(rows.map((row, at) => ({ ...row, at })))} order by g.at
    returning id`.execute(trx);
  // Numbers are given in the order of the rows.
  return added.map(({ id }) => id).toSorted((one, other) => one - other);
}

export async function updateGuardians({ trx }: Roster, rows: WrittenGuardian[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update guardian t set name = g.name, email = g.email, phone = g.phone
    from ${recordOf(rows)} where t.id = g.id`.execute(trx);
}

/** Remembers who is who, and what came from the other system. */
export async function rememberGuardians(
  { trx, source }: Roster,
  rows: WrittenGuardian[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into external_guardian as x
      (source, sourced_id, student_id, guardian_id, name_print, email_print, phone_print)
    select ${source}, g.sourced_id, g.student, g.id, g.prints ->> 'name', g.prints ->> 'email',
      g.prints ->> 'phone'
    from ${recordOf(rows)}
    on conflict (source, sourced_id, student_id) do update set
      name_print = excluded.name_print, email_print = excluded.email_print,
      phone_print = excluded.phone_print
    where (x.name_print, x.email_print, x.phone_print)
      is distinct from (excluded.name_print, excluded.email_print, excluded.phone_print)`.execute(
    trx,
  );
}

/** Guardians whom the file marks as gone are deleted; an undo brings them back. Others who are missing are named. */
export async function removeGoneGuardians(roster: Roster): Promise<void> {
  const { trx, source, now, by, problems } = roster;
  const { rows } = await sql<{ link: number; guardian: number; line: number; student: string }>`
    select x.id as link, x.guardian_id as guardian, r.line, s.student_id as student
    from roster r
    join external_guardian x on x.source = ${source} and x.sourced_id = r.id
      and x.guardian_id is not null
    join student s on s.id = x.student_id
    where r.file = 'users' and r.gone
      and lower(s.student_mail) is distinct from ${by?.email ?? null}::text
    order by r.line, x.id`.execute(trx);
  const links = rows.map(({ link }) => link);
  await trx.deleteFrom('external_guardian').where('id', '=', anyOf.ids(links)).execute();
  const gone = rows.map(({ guardian }) => guardian);
  await deleteGuardians(trx, sql`id = any(${gone}::bigint[])`, now);
  for (const { line, student } of rows)
    problems.note('users.csv', `is deleted as a guardian of ${student}`, 'status', line);
  count(roster, 'guardian', { archived: rows.length });
  const { rows: missing } = await sql<{ count: number; names: string[] | null }>`
    select count(*)::int as count, (array_agg(t.name order by t.name))[1:5] as names
    from external_guardian x join guardian t on t.id = x.guardian_id
    where x.source = ${source} and not exists (select from roster_guardian g
      join external_id k on k.source = ${source} and k.kind = 'student' and k.sourced_id = g.student
      where g.id = x.sourced_id and k.student_id = x.student_id)`.execute(trx);
  const [found] = missing;
  if (found?.count && roster.files.has('users'))
    problems.note(
      'users.csv',
      `${found.count} guardians of earlier files are not in this one, or of other students, and stay as they are: ${found.names?.join(', ')}${found.count > 5 ? ' …' : ''}`,
    );
}
