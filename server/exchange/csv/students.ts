import { sql } from 'kysely';
import { plainKey } from '#contract/identifier.ts';
import { limits } from '#contract/limits.ts';
import type { UploadChange } from '#contract/student.ts';
import { factsOf, studentFieldNames } from '#contract/student-fields.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { wroteMeanwhile } from '#server/platform/database/transactions.ts';
import { withoutOwn, withoutStaff } from './whose-addresses.ts';
import { findErasedIds } from '#server/school/erased-ids.ts';
import type { RowResolver } from './references.ts';
import type { FileReport } from './report.ts';
import type { StepContext } from './step.ts';
import {
  cardsOfTeachers,
  giveUpCards,
  revokedCards,
  withFreeCards,
  withStoredCards,
} from './student-cards.ts';
import {
  completedFrom,
  neededColumns,
  withStoredValues,
  withStoredWhereEmpty,
} from './student-completed.ts';
import { withTheirZeros } from './lost-zeros.ts';
import { withoutSeparators } from './separators.ts';
import { withBirthDate } from './birth-dates.ts';
import { withoutFormerIds } from './former-ids.ts';
import { withoutReusedIds } from './reused-ids.ts';
import { withoutOtherPeople } from './other-people.ts';
import { firstSpellings } from './spellings.ts';
import { upsertNaming, withEmptied, type Target } from './upsert.ts';
import type { ExistingStudent, Line } from './student-line.ts';
type Counts = Omit<FileReport, 'file'>;

const rowsOnly = (rows: { row: object }[]) => rows.map(({ row }) => row);

/** Imports students by ID; skips archived and erased students. */
export async function importStudents(
  database: Database,
  rows: Line[],
  resolver: RowResolver,
  {
    columns,
    today,
    now,
    by,
    staff,
    ofBothRoles,
    cards,
    dryRun,
    zeros,
    otherPeople,
    mayOmit,
    hasWholeNames,
    leavesEmpty,
    existing: stored,
  }: StepContext,
): Promise<Counts> {
  if (!dryRun) await waitForErasures(database);
  const existing = await database
    .selectFrom('student')
    .select([
      ...completedFrom,
      'rfid_number',
      'card_print_status',
      sql<boolean>`archived_at is not null`.as('archived'),
    ])
    .execute();
  const unique = resolver.unique(
    resolver.unique(
      withTheirZeros(
        withConsistentCase(
          withBirthDate(
            withStoredCards(withoutSeparators(rows, existing, resolver), existing, cards, resolver),
            existing,
            { today, resolver },
          ),
          existing,
          resolver,
        ),
        existing.map(({ student_id }) => student_id),
        { resolver, zeros },
      ),
      'student_id',
      (row) => row.student_id,
      (id) => id.toLowerCase(),
    ),
    'rfid_number',
    (row) => row.rfid_number,
  );
  const here = dryRun ? existing : await lockNamed(database, unique);
  const remaining = withStoredValues(
    await withoutRemoved(
      database,
      withoutOtherPeople(
        await withoutFormerIds(
          database,
          await withoutReusedIds(database, unique, existing, resolver),
          existing,
          resolver,
        ),
        existing,
        { resolver, otherPeople },
      ),
      here,
      resolver,
    ),
    here,
    { resolver, mayOmit, hasWholeNames },
  );
  const filled = await withStoredWhereEmpty(database, remaining, { columns, leavesEmpty });
  const checked = withFreeCards(
    withOneSpelling(
      await withoutStaff(
        database,
        await withoutOwn(database, filled.rows, { resolver, columns, by }),
        { resolver, columns, staff, ofBothRoles, dryRun },
      ),
      existing,
      resolver,
    ),
    existing,
    {
      ofTeachers: await cardsOfTeachers(database, cards),
      revoked: await revokedCards(
        database,
        filled.rows.flatMap(({ row }) => row.rfid_number ?? []),
      ),
    },
    { resolver, cards },
  );
  const accepted = withStoredCardState(checked, existing);
  const { changes, number } = await changesOf(database, accepted, columns);
  const emptied = columns.includes('rfid_number')
    ? await giveUpCards(database, accepted, existing, { by, now })
    : [];
  const types = Object.fromEntries(
    Object.entries(studentTarget.types).filter(
      ([column]) => columns.includes(column) || neededColumns.some((field) => field === column),
    ),
  );
  const written = await upsertNaming(
    database,
    { ...studentTarget, types },
    rowsOnly(accepted),
    stored,
  );
  const counts = withEmptied(written, emptied);
  if (counts.created !== accepted.length - number) throw wroteMeanwhile('student');
  return {
    ...counts,
    ...(changes.length > 0 && { changes }),
    ...(filled.emptyCells > 0 && { emptyCells: filled.emptyCells }),
  };
}

/** Lists show a card without a state as not printed: such a file changes nothing. */
function withStoredCardState(
  rows: Line[],
  existing: { student_id: string; card_print_status: string | null }[],
): Line[] {
  const without = new Set(
    existing.flatMap((it) => (it.card_print_status === null ? [it.student_id] : [])),
  );
  return rows.map(({ line, row }) =>
    row.card_print_status === 'not_printed' && without.has(row.student_id)
      ? { line, row: { ...row, card_print_status: null } }
      : { line, row },
  );
}

/** The students of the file, locked: who archives or merges one of them meanwhile is waited for. */
const lockNamed = (database: Database, rows: Line[]) =>
  database
    .selectFrom('student')
    .select([...completedFrom, sql<boolean>`archived_at is not null`.as('archived')])
    .where('student_id', '=', anyOf.texts(rows.map(({ row }) => row.student_id)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Old and new values of the first changed students, and how many of the students are here. */
async function changesOf(
  database: Database,
  rows: Line[],
  columns: string[],
): Promise<{ changes: UploadChange[]; number: number }> {
  const found = await database
    .selectFrom('student as s')
    .select(['s.student_id', sql<Record<string, string | null>>`to_jsonb(s)`.as('row')])
    .where('s.student_id', '=', anyOf.texts(rows.map(({ row }) => row.student_id)))
    .execute();
  const before = new Map(found.map(({ student_id, row }) => [student_id, row]));
  const changes: UploadChange[] = [];
  for (const { line, row } of rows) {
    const old = before.get(row.student_id);
    if (!old) continue;
    const fields = Object.entries(row)
      .filter(([field, to]) => columns.includes(field) && to !== old[field])
      .map(([field, to]) => ({ field, from: old[field] ?? null, to }));
    if (fields.length) changes.push({ line, student_id: row.student_id, fields });
    if (changes.length === limits.uploadChanges) break;
  }
  return { changes, number: before.size };
}

/** Rejects rows whose card an earlier row has in another spelling (R-KEY-2); a card that stays is not rejected. */
function withOneSpelling(rows: Line[], existing: ExistingStudent[], resolver: RowResolver): Line[] {
  const now = new Map(existing.map(({ student_id, rfid_number }) => [student_id, rfid_number]));
  const stays = ({ row: { student_id, rfid_number } }: Line) => rfid_number === now.get(student_id);
  const staying = rows.filter(stays).flatMap(({ row }) => row.rfid_number ?? []);
  const others = firstSpellings(
    rows.filter((line) => !stays(line)),
    staying,
    ({ rfid_number }) => rfid_number,
    ({ line, row }) =>
      resolver.reject(line, 'rfid_number', `${row.rfid_number} is the card of another student`),
  );
  const accepted = new Set(others);
  return rows.filter((line) => stays(line) || accepted.has(line));
}

/** Waits for running erasures; later ones wait for this transaction. */
export const waitForErasures = (database: Database) =>
  sql`lock table erasure in share mode`.execute(database);

/** Rows of students who are neither archived nor erased. */
export async function withoutRemoved<Row extends { student_id: string }>(
  database: Database,
  rows: { line: number; row: Row }[],
  existing: { student_id: string; archived: boolean }[],
  resolver: RowResolver,
): Promise<{ line: number; row: Row }[]> {
  const archived = new Map(existing.map((student) => [student.student_id, student.archived]));
  const unknown = rows
    .filter(({ row }) => !archived.has(row.student_id))
    .map(({ row }) => row.student_id);
  const erased = await findErasedIds(database, [...new Set(unknown)]);
  return rows.filter(({ line, row: { student_id } }) => {
    if (archived.get(student_id)) resolver.skip(line, 'student_id', `${student_id} is archived`);
    else if (erased.has(student_id))
      resolver.skip(line, 'student_id', `the data of ${student_id} were erased`);
    else return true;
    return false;
  });
}

/** Rejects rows whose ID differs from an existing ID only in case or invisible characters. */
function withConsistentCase<Row extends { student_id: string }>(
  rows: { line: number; row: Row }[],
  existing: { student_id: string }[],
  resolver: RowResolver,
): { line: number; row: Row }[] {
  const ids = new Set(existing.map(({ student_id }) => student_id));
  const written = new Map(
    existing.map(({ student_id }) => [plainKey(student_id).toLowerCase(), student_id]),
  );
  return rows.filter(({ line, row: { student_id } }) => {
    const other = ids.has(student_id) ? undefined : written.get(student_id.toLowerCase());
    if (other !== undefined)
      resolver.reject(
        line,
        'student_id',
        plainKey(other) === other
          ? `is ${other} with other capital letters`
          : `is ${other} without its invisible or full-width characters`,
      );
    return other === undefined;
  });
}

const studentTarget: Target = {
  table: 'student',
  key: ['student_id'],
  types: Object.fromEntries(
    studentFieldNames.map((name) => [name, factsOf(name).column ?? 'text']),
  ),
};
