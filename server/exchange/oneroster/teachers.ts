import { anyOf } from '#server/platform/database/any-of.ts';
import { sql } from 'kysely';
import { rosterColumns, rowOf as rowOfFile } from '../csv/columns.ts';
import { addressHolds } from '#server/school/address-holds.ts';
import { importNamedRows, skipRow } from './import-rows.ts';
import { candidates, confirmLinks, rememberPeople, type Candidate } from './people.ts';
import { count, type Roster } from './roster.ts';

interface Stored {
  id: number;
  email: string;
  phone: string;
}

const file = 'users.csv';
const columnNames: Record<string, string> = { first_name: 'givenName', last_name: 'familyName' };
const columnOf = (field: string): string => columnNames[field] ?? field;

/** Writes the teachers of the file. They sign in with their address, so that it stays as it is here. */
export async function importRosterTeachers(roster: Roster): Promise<void> {
  const found = (
    await Array.fromAsync(
      candidates(roster, { kind: 'teacher', by: [sql`t.email = lower(r.v ->> 'email')`] }),
    )
  ).flat();
  const unlinked = found.filter(({ ours, is_linked }) => ours !== null && !is_linked);
  const refused = new Set(confirmLinks(roster, 'teacher', unlinked) ? [] : unlinked);
  const stored = await storedTeachers(
    roster,
    found.flatMap(({ ours }) => ours ?? []),
  );
  const forbidden = await addressesOfStaff(roster, found);
  const rows = found.flatMap((person) => {
    const reason = refused.has(person)
      ? 'is somebody who is here already, and was not linked'
      : person.archived
        ? 'is archived'
        : null;
    if (reason === null)
      return rowOf(roster, person, stored.get(person.ours ?? 0), forbidden) ?? [];
    skipRow(roster, 'teacher', { file, line: person.line, column: 'email', reason });
    return [];
  });
  const { counts, refused: unwritten } = await importNamedRows(
    roster,
    'teachers',
    file,
    rows.map(({ line, row }) => ({ line, row })),
    columnOf,
    ['first_name', 'last_name', 'email', 'phone'],
  );
  count(roster, 'teacher', counts);
  await rememberPeople(
    roster,
    'teacher',
    'email',
    rows.flatMap(({ id, line, row }) => (unwritten.has(line) ? [] : [{ id, key: row.email }])),
  );
  await stageTeaching(roster);
}

/** Who teaches which class; in a table of its own, since plans of joins know nothing of what is in `v`. */
async function stageTeaching({ trx, source }: Roster): Promise<void> {
  await sql`
    create temporary table roster_teaching on commit drop as
    select e.v ->> 'classSourcedId' as class, x.teacher_id, e.line,
      coalesce(lower(e.v ->> 'primary') = 'true', false) as is_primary
    from roster e
    left join external_id x on x.source = ${source} and x.kind = 'teacher'
      and x.sourced_id = e.v ->> 'userSourcedId'
    where e.file = 'enrollments' and e.v ->> 'role' = 'teacher' and not e.gone`.execute(trx);
  await sql`analyze roster_teaching`.execute(trx);
}

function rowOf(
  roster: Roster,
  { line, v, sourced_id: id }: Candidate,
  before: Stored | undefined,
  forbidden: ReadonlySet<string>,
) {
  const parsed = rosterColumns.teachers.safeParse(
    rowOfFile(rosterColumns.teachers, {
      first_name: v.givenName ?? '',
      last_name: v.familyName ?? '',
      email: before?.email ?? v.email ?? '',
      phone: v.phone || (v.sms ?? ''),
    }),
  );
  if (!parsed.success) {
    count(roster, 'teacher', { skipped: 1 });
    for (const { path, message } of parsed.error.issues)
      roster.problems.skip(file, line, columnOf(String(path[0])), message);
    return null;
  }
  const { phone, ...row } = parsed.data;
  if (!before && forbidden.has(row.email)) {
    const reason = 'is your own address, or of an administrator or of accounts: add them by hand';
    skipRow(roster, 'teacher', { file, line, column: 'email', reason });
    return null;
  }
  if (before && v.email && v.email.toLowerCase() !== row.email)
    roster.problems.note(
      file,
      `is the teacher ${before.email} here, whose address stays`,
      'email',
      line,
    );
  return { id, line, row: { ...row, phone: phone ?? before?.phone ?? '' } };
}

/** Addresses that a user cannot make a teacher's by a form either. */
async function addressesOfStaff(
  { trx, by, staff }: Roster,
  found: Candidate[],
): Promise<Set<string>> {
  if (!by) return new Set();
  if (by.role === 'account') return new Set([by.email]);
  const emails = found.map(({ v }) => (v.email ?? '').toLowerCase());
  const { rows } = await sql<{ email: string }>`
    select a.email from unnest(${emails}::text[]) as a(email)
    where ${addressHolds(sql`a.email`, ['admin', 'account'])}`.execute(trx);
  return new Set([by.email, ...staff, ...rows.map(({ email }) => email)]);
}

async function storedTeachers({ trx }: Roster, ids: number[]): Promise<Map<number, Stored>> {
  const rows = await trx
    .selectFrom('teacher')
    .select(['id', 'email', 'phone'])
    .where('id', '=', anyOf.ids(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
