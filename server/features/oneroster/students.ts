import { sql } from 'kysely';
import { genders } from '#contract/student.ts';
import { rosterColumns } from '../import/columns.ts';
import { erasedIdTest, idElsewhere, recordFormerIds } from '../privacy/erased-ids.ts';
import { importNamedRows, skipRow } from './import-rows.ts';
import { candidates, confirmLinks, rememberPeople, type Candidate } from './people.ts';
import { count, type Roster } from './roster.ts';

/** What is stored of a student whom the file names. */
interface Stored {
  id: number;
  student_id: string;
  phone_number: string;
  date_of_birth: string | null;
  gender: string | null;
  student_mail: string | null;
}

const file = 'users.csv';
const written = [
  'student_id',
  'first_name',
  'last_name',
  'phone_number',
  'date_of_birth',
  'gender',
  'student_mail',
];
const columnNames: Record<string, string> = {
  student_id: 'identifier',
  first_name: 'givenName',
  last_name: 'familyName',
  phone_number: 'phone',
  date_of_birth: 'birthDate',
  gender: 'sex',
  student_mail: 'email',
};
const columnOf = (field: string): string => columnNames[field] ?? field;

/** The student ID is the identifier, or else the user name; it is never cut (R-ROSTER-2). */
const codeOf = sql`lower(coalesce(nullif(r.v ->> 'identifier', ''), r.v ->> 'username'))`;

/** Writes the students of the file. */
export async function importRosterStudents(roster: Roster): Promise<void> {
  const found = await candidates(roster, {
    kind: 'student',
    by: [
      sql`lower(t.student_id) = ${codeOf}`,
      sql`lower(t.student_mail) = lower(r.v ->> 'email') and t.archived_at is null`,
    ],
  });
  const stored = await storedStudents(
    roster,
    found.flatMap(({ ours }) => ours ?? []),
  );
  const erased = await erasedPeople(roster, found, stored);
  const unlinked = found.filter(
    (person) => person.ours !== null && !person.is_linked && !erased.has(person),
  );
  const mayLink = confirmLinks(roster, 'student', unlinked);
  const refused = new Set(mayLink ? [] : unlinked);
  const rows = found.flatMap((person) => {
    if (erased.has(person)) {
      const reason = `the data of ${codeOfPerson(person)} were erased`;
      skipRow(roster, 'student', { file, line: person.line, column: 'identifier', reason });
      return [];
    }
    if (refused.has(person)) {
      const reason = 'is somebody who is here already, and was not linked';
      skipRow(roster, 'student', { file, line: person.line, column: 'identifier', reason });
      return [];
    }
    return rowOf(roster, person, stored.get(person.ours ?? 0)) ?? [];
  });
  roster.phase('Writing students', 0, rows.length);
  const { counts, refused: unwritten } = await importNamedRows(
    roster,
    'students',
    file,
    rows.map(({ line, row }) => ({ line, row })),
    columnOf,
    written,
  );
  count(roster, 'student', counts);
  // Whom the step has refused is somebody else: an erased person's ID that was given again.
  const known = rows.filter(({ line }) => !unwritten.has(line));
  await rememberPeople(
    roster,
    'student',
    'student_id',
    known.map(({ id, row }) => ({ id, key: row.student_id })),
  );
  await recordFormerIds(
    roster.trx,
    known.flatMap(({ otherId }) => otherId ?? []),
  );
}

const codeOfPerson = ({ v }: Candidate): string => v.identifier || (v.username ?? '');

/** People whose data were erased here, by what the other system calls them (R-ROSTER-3). */
async function erasedPeople(
  { trx, source }: Roster,
  found: Candidate[],
  stored: ReadonlyMap<number, Stored>,
): Promise<ReadonlySet<Candidate>> {
  const isErased = await erasedIdTest(trx);
  const isOf = (person: Candidate): boolean => {
    const code = codeOfPerson(person);
    const ours = stored.get(person.ours ?? 0)?.student_id.toLowerCase();
    // Who has the ID now is judged with the row itself.
    return (
      isErased(idElsewhere(source, person.sourced_id)) ||
      (ours !== code.toLowerCase() && isErased(code))
    );
  };
  return new Set(found.filter((person) => !person.is_linked && isOf(person)));
}

function rowOf(roster: Roster, person: Candidate, before: Stored | undefined) {
  const { line, v, birth, sex, sourced_id: id } = person;
  const code = codeOfPerson(person);
  const parsed = rosterColumns.students.safeParse({
    student_id: before?.student_id ?? code,
    first_name: v.givenName ?? '',
    last_name: v.familyName ?? '',
    phone_number: v.phone || (v.sms ?? ''),
    date_of_birth: birth ?? '',
    gender: genders.some((one) => one === sex) ? (sex ?? '') : '',
    student_mail: v.email ?? '',
    batch: '',
    rfid_number: '',
    card_print_status: '',
  });
  if (!parsed.success) {
    count(roster, 'student', { skipped: 1 });
    for (const { path, message } of parsed.error.issues) {
      const column = columnOf(String(path[0]));
      const isName = column === 'identifier' && !v.identifier;
      roster.problems.skip(file, line, isName ? 'username' : column, message);
    }
    return null;
  }
  const isOther = before && before.student_id.toLowerCase() !== code.toLowerCase();
  if (isOther)
    roster.problems.note(
      file,
      `is the student ${before.student_id} here, whose ID stays`,
      'identifier',
      line,
    );
  const { phone_number, date_of_birth, gender, student_mail } = parsed.data;
  // What the other system does not know stays as it is.
  return {
    id,
    line,
    /** The other system's number, by which the student is recognised after an erasure. */
    otherId: isOther ? { student: before.id, id: code } : null,
    row: {
      ...parsed.data,
      phone_number: phone_number ?? before?.phone_number ?? '',
      // A row of a file has one; of other systems it may be missing (`importMayOmit`).
      date_of_birth: (date_of_birth ?? before?.date_of_birth ?? null) as string,
      gender: gender ?? (before?.gender as typeof gender) ?? null,
      student_mail: sameAddress(student_mail, before) ?? before?.student_mail ?? null,
    },
  };
}

/** An address that differs in capital letters only stays as it was written here. */
const sameAddress = (mail: string | null, before: Stored | undefined): string | null =>
  mail?.toLowerCase() === before?.student_mail?.toLowerCase()
    ? (before?.student_mail ?? mail)
    : mail;

async function storedStudents({ trx }: Roster, ids: number[]): Promise<Map<number, Stored>> {
  const { rows } = await sql<Stored>`
    select id, student_id, phone_number, date_of_birth, gender, student_mail from student
    where id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}
