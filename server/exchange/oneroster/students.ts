import { anyOf } from '#server/platform/database/any-of.ts';
import { sql } from 'kysely';
import { fullName } from '#contract/person-name.ts';
import { genders } from '#contract/student.ts';
import { rosterColumns, rowOf as rowOfFile } from '../csv/columns.ts';
import { erasedIdTest, idElsewhere, recordFormerIds } from '#server/school/erased-ids.ts';
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
  const rows = await studentRows(roster);
  roster.phase('Writing students', 0, rows.length);
  const {
    counts,
    refused: unwritten,
    changes,
  } = await importNamedRows(roster, 'students', file, rows, columnOf, written);
  count(roster, 'student', counts);
  for (const { line, student_id, fields } of changes) {
    const { first_name = '', last_name = '' } = rows.find((one) => one.line === line)?.row ?? {};
    const label = `${fullName({ first_name, last_name })} (${student_id})`;
    roster.changes.push({ line, label, change: 'changed', fields });
  }
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

/** Somebody who is here already, and whose row waits for the answer whether it is them. */
interface Unlinked {
  person: Candidate;
  before: Stored | undefined;
}

/** The rows to write, from a part of the file at a time: read whole, it would take more memory than they do. */
async function studentRows(roster: Roster): Promise<StudentRow[]> {
  const isErased = await erasedIdTest(roster.trx);
  const found: (StudentRow | Unlinked)[] = [];
  const parts = candidates(roster, {
    kind: 'student',
    by: [
      sql`lower(t.student_id) = ${codeOf}`,
      sql`lower(t.student_mail) = lower(r.v ->> 'email') and t.archived_at is null`,
    ],
  });
  for await (const people of parts) {
    const stored = await storedStudents(
      roster,
      people.flatMap(({ ours }) => ours ?? []),
    );
    for (const person of people) {
      const before = stored.get(person.ours ?? 0);
      if (person.is_linked) found.push(...rowOf(roster, person, before));
      else if (wasErased(roster, person, before, isErased))
        skipPerson(roster, person, `the data of ${codeOfPerson(person)} were erased`);
      else if (person.ours !== null) found.push({ person, before });
      else found.push(...rowOf(roster, person, before));
    }
  }
  const unlinked = found.flatMap((one) => ('person' in one ? one.person : []));
  const mayLink = confirmLinks(roster, 'student', unlinked);
  return found.flatMap((one) => {
    if (!('person' in one)) return one;
    if (mayLink) return rowOf(roster, one.person, one.before);
    skipPerson(roster, one.person, 'is somebody who is here already, and was not linked');
    return [];
  });
}

const skipPerson = (roster: Roster, { line }: Candidate, reason: string): void =>
  skipRow(roster, 'student', { file, line, column: 'identifier', reason });

const codeOfPerson = ({ v }: Candidate): string => v.identifier || (v.username ?? '');

/** Whether the data of somebody were erased here, by what the other system calls them (R-ROSTER-3). */
function wasErased(
  { source }: Roster,
  person: Candidate,
  before: Stored | undefined,
  isErased: (id: string) => boolean,
): boolean {
  const code = codeOfPerson(person);
  // Who has the ID now is judged with the row itself.
  const isTheirs = before?.student_id.toLowerCase() === code.toLowerCase();
  return isErased(idElsewhere(source, person.sourced_id)) || (!isTheirs && isErased(code));
}

type StudentRow = ReturnType<typeof rowOf>[number];

/** The row of a person; none of one who breaks a rule, which is named then. */
function rowOf(roster: Roster, person: Candidate, before: Stored | undefined) {
  const { line, v, birth, sex, sourced_id: id } = person;
  const code = codeOfPerson(person);
  const parsed = rosterColumns.students.safeParse(
    rowOfFile(rosterColumns.students, {
      student_id: before?.student_id ?? code,
      first_name: v.givenName ?? '',
      last_name: v.familyName ?? '',
      phone_number: v.phone || (v.sms ?? ''),
      date_of_birth: birth ?? '',
      gender: genders.some((one) => one === sex) ? (sex ?? '') : '',
      student_mail: v.email ?? '',
    }),
  );
  if (!parsed.success) {
    count(roster, 'student', { skipped: 1 });
    for (const { path, message } of parsed.error.issues) {
      const column = columnOf(String(path[0]));
      const isName = column === 'identifier' && !v.identifier;
      roster.problems.skip(file, line, isName ? 'username' : column, message);
    }
    return [];
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
  return [
    {
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
    },
  ];
}

/** An address that differs in capital letters only stays as it was written here. */
const sameAddress = (mail: string | null, before: Stored | undefined): string | null =>
  mail?.toLowerCase() === before?.student_mail?.toLowerCase()
    ? (before?.student_mail ?? mail)
    : mail;

async function storedStudents({ trx }: Roster, ids: number[]): Promise<Map<number, Stored>> {
  const rows = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'phone_number', 'date_of_birth', 'gender', 'student_mail'])
    .where('id', '=', anyOf.ids(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
