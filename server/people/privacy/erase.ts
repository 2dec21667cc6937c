import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { EraseResult } from '#contract/people/privacy.ts';
import { factsOf, studentFieldNames } from '#contract/student-fields.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { lockRows, lockRowsOfStudents } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { forgetChanges } from './forget-operations.ts';
import { forgetImports } from './imports.ts';
import { endEnrolmentsOf } from '#server/enrolment/index.ts';
import { deleteLeaves } from '#server/school/leave.ts';
import { deleteMessages } from '#server/messages/index.ts';
import { deleteStoredResponses, clearMailFiles, eraseAddresses } from './erase-copies.ts';
import { eraseOwn } from './erase-own.ts';
import { eraseOwnRows } from './own-rows.ts';
import { idHasher, recordIdsElsewhere } from '#server/school/erased-ids.ts';
import { erasureColumns, type Erasure } from './erasures.ts';
import { countChanges } from './changes.ts';
import { cleanCopies } from './copies.ts';
import { cleanNotes } from './notes.ts';
import { proposeTexts } from './proposals.ts';
import { identifiersOf } from './redact.ts';

export interface Erased extends Omit<EraseResult, 'files_removed'> {
  /** Keys of the files of the student and their leaves. */
  files: string[];
  erasures: Erasure[];
}

type ErasedRow = Omit<Erased, 'changed'>;

interface EraseOptions {
  /** The student ID as typed by the caller; undefined when a recorded erasure is repeated. */
  confirmed?: string;
  /** Redacts names and numbers in notes. */
  redactNotes: boolean;
  today: string;
  now: string;
}

/**
 * Erases a student's personal data, and what the rows that were merged into theirs still have
 * (R-MERGE-4). Leaves anonymous rows, so that past counts, rates and exports do not change. Enrolments
 * end as when a student is archived. Files are released; the caller removes them after the commit.
 * @throws ApiError 404, 400 at `student_id`, 409 when it was done before, or for a merged one.
 */
export function eraseStudent(
  database: Database,
  id: number,
  { confirmed, ...options }: EraseOptions,
): Promise<Erased> {
  return inTransaction(database, async (trx) => {
    // Locked before the student's row, in the same order as an import: avoids a deadlock.
    await sql`lock table erasure in row exclusive mode`.execute(trx);
    await lockSamePerson(trx, id);
    const changesOf = await countChanges(trx);
    const erased = await eraseRow(trx, id, {
      ...options,
      ...(confirmed !== undefined && { confirmed }),
    });
    for (const other of await mergedInto(trx, id))
      combine(erased, await eraseRow(trx, other, options));
    return { ...erased, changed: await changesOf() };
  });
}

/** Locks the rows of the same person, before what belongs to one of them. */
async function lockSamePerson(trx: Database, id: number): Promise<void> {
  const rows = await trx
    .selectFrom('student')
    .select('id')
    .where((is) => is.or({ id, merged_into: id }))
    .execute();
  await lockRows(
    trx,
    'student',
    rows.map((row) => row.id),
    'update',
  );
}

/** The rows of the same person that are not erased yet; records of merges lose what is personal. */
async function mergedInto(trx: Database, id: number): Promise<number[]> {
  await trx
    .updateTable('student_merge')
    .set({ before: sql`before - 'marks'` })
    .where((merge) => merge.or([merge('into_id', '=', id), merge('from_id', '=', id)]))
    .execute();
  const rows = await trx
    .selectFrom('student')
    .select('id')
    .where('merged_into', '=', id)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

function combine(all: ErasedRow, other: ErasedRow): void {
  for (const name of [
    'marks_kept',
    'leaves_removed',
    'mails_emptied',
    'notes_redacted',
    'proposals',
  ] as const)
    all[name] += other[name];
  const known = new Set(all.notes_naming.map((note) => note.id));
  all.notes_naming.push(...other.notes_naming.filter((note) => !known.has(note.id)));
  all.files.push(...other.files);
  all.erasures.push(...other.erasures);
}

async function eraseRow(
  trx: Database,
  id: number,
  { confirmed, redactNotes, today, now }: EraseOptions,
): Promise<ErasedRow> {
  const student = await trx
    .selectFrom('student')
    .select([
      'id',
      'uuid',
      'student_id',
      'first_name',
      'last_name',
      'phone_number',
      'student_mail',
      'rfid_number',
      'profile_image',
      'erased_at',
      'merged_into',
      createdAtOf.as('created_at'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!student) throw notFound('This student');
  if (student.erased_at)
    throw new ApiError(409, { detail: 'The data of this student were erased before.' });
  if (confirmed !== undefined && student.merged_into !== null)
    throw new ApiError(409, { detail: messages.mergedStudent });
  if (confirmed !== undefined && student.student_id !== confirmed)
    throw validationError('student_id', 'is not the ID of this student');

  await lockRowsOfStudents(trx, [id]);
  const { first_name, last_name, student_id, rfid_number, student_mail, phone_number } = student;
  const createdAt = student.created_at;
  const cards = await cardsOf(trx, id);
  const identifiers = identifiersOf(first_name, last_name, [
    student_id,
    rfid_number,
    ...cards,
    ...(await formerIdsOf(trx, id)),
    student_mail,
    phone_number,
  ]);
  const leaves = await sql<{ supporting_document: string | null }>`
      ${deleteLeaves(sql`student_id = ${id}`)} returning supporting_document`.execute(trx);
  await trx
    .updateTable('mark_detail')
    .set({ excuse: 'other' })
    .where('student_id', '=', id)
    .where('excuse', 'is not', null)
    .execute();
  await trx
    .updateTable('red_list')
    .set({ archived_at: sql`coalesce(archived_at, now())` })
    .where('student_id', '=', id)
    .execute();
  await deleteMessages(trx, sql`student_id = ${id}`);
  await recordIdsElsewhere(trx, id);
  const own = await eraseOwn(trx, id, { cards, studentId: student_id });
  await eraseOwnRows(trx, id);
  const notes = await cleanNotes(trx, id, identifiers, {
    shouldRedact: redactNotes,
    createdAt,
  });
  await endPeriods(trx, id, today);
  await forgetChanges(trx, id, student_id);
  // The student's own texts are gone; others wait for a decision.
  const { added, cells } = await proposeTexts(trx, id, identifiers, { createdAt, now });
  await cleanCopies(trx, { identifiers, createdAt, waiting: cells });
  await deleteStoredResponses(trx, student, cards);
  await forgetImports(trx, identifiers);
  const mails = await clearMailFiles(trx);
  await eraseAddresses(trx, student, { now, signedIn: own.addresses });
  const marks = await trx
    .selectFrom('attendance')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('student_id', '=', id)
    .executeTakeFirstOrThrow();

  const erasure = await recordErasure(trx, student);
  const placeholder = await freePlaceholder(trx, id);
  await sql`
      update student set ${erasedFields(placeholder)}, uuid = gen_random_uuid(),
        archived_at = coalesce(archived_at, now()), erased_at = now()
      where id = ${id}`.execute(trx);
  const keys = [
    student.profile_image,
    ...own.documents,
    ...leaves.rows.map((leave) => leave.supporting_document),
  ];
  return {
    student_id: placeholder,
    marks_kept: marks.count,
    leaves_removed: leaves.rows.length,
    mails_emptied: mails,
    notes_redacted: notes.changed,
    notes_naming: notes.remaining,
    proposals: added,
    files: keys.filter((key) => key !== null),
    erasures: [erasure],
  };
}

/** When a row of `student` was added: an import says so a little before it writes the row. */
const createdAtOf = sql<string | null>`
  case when created_at is not null then least(created_at, (
    select min(o.done_at) from bulk_operation_row r join bulk_operation o on o.id = r.operation_id
    where r.student_id = student.id and r.table_name = 'student' and r.before is null)) end`;

/** The numbers of the student's cards, also former ones that no other student had. */
async function cardsOf(trx: Database, id: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct c.number from student_card c
    where c.student_id = ${id} and (c.ended_at is null or not exists (
      select from student_card other where other.number = c.number and other.student_id <> ${id}))`.execute(
    trx,
  );
  return rows.map(({ number }) => number);
}

/** IDs that the student had before, and no other student has or had. */
async function formerIdsOf(trx: Database, id: number): Promise<string[]> {
  const { rows } = await sql<{ former: string }>`
    select distinct c.former_id as former from student_id_change c
    where c.student_id = ${id}
      and not exists (select from student s where lower(s.student_id) = lower(c.former_id) and s.id <> ${id})
      and not exists (select from student_id_change other
        where lower(other.former_id) = lower(c.former_id) and other.student_id <> ${id})`.execute(
    trx,
  );
  return rows.map(({ former }) => former);
}

/** Every field of the contract as the erasure leaves it. */
const erasedFields = (placeholder: string) =>
  sql.join(
    studentFieldNames.map((name) => {
      const { erased } = factsOf(name);
      return sql`${sql.ref(name)} = ${erased === 'placeholder' ? placeholder : erased}`;
    }),
  );

/** Records hashes by which a restore and an import recognise the erased student. */
async function recordErasure(
  trx: Database,
  { id, uuid, student_id }: Pick<Selectable<Tables['student']>, 'id' | 'uuid' | 'student_id'>,
): Promise<Erasure> {
  const hmacOf = await idHasher(trx);
  return trx
    .insertInto('erasure')
    .values({
      student_id: id,
      uuid_sha256: sql`sha256(convert_to(${uuid}::uuid::text, 'UTF8'))`,
      id_hmac: hmacOf(student_id),
    })
    .onConflict((same) =>
      same.column('student_id').doUpdateSet((row) => ({
        uuid_sha256: row.ref('excluded.uuid_sha256'),
        id_hmac: row.ref('excluded.id_hmac'),
      })),
    )
    .returning(erasureColumns)
    .executeTakeFirstOrThrow();
}

/** A free ID for the erased row. IDs and cards that start with ~ may predate their reservation. */
async function freePlaceholder(trx: Database, id: number): Promise<string> {
  const preferred = `~${id}`;
  const random = () => `~${randomBytes(12).toString('hex')}`.slice(0, limits.studentIdLength);
  const candidates = [
    ...(preferred.length <= limits.studentIdLength ? [preferred] : []),
    ...Array.from({ length: 20 }, random),
  ];
  const { rows } = await sql<{ free: string }>`
    select c.free from unnest(${candidates}::text[]) with ordinality as c(free, place)
    where not exists (select from student s where s.student_id = c.free or s.rfid_number = c.free)
    order by c.place limit 1`.execute(trx);
  if (!rows[0]) throw new Error('No free ID for an erased student.');
  return rows[0].free;
}

/** Ends enrolments as archiving does (R-ENROL-7): today's rolls keep the student with a mark alone. */
async function endPeriods(trx: Database, id: number, today: string): Promise<void> {
  await endEnrolmentsOf(trx, [id], today);
  await trx
    .updateTable('cohort_assignment')
    .set({ assigned_to: sql`greatest(assigned_from, ${today}::date)` })
    .where('student_id', '=', id)
    .where((member) =>
      member.or([member('assigned_to', 'is', null), member('assigned_to', '>', today)]),
    )
    .execute();
}
