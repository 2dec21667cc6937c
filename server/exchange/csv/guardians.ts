import { sql } from 'kysely';
import { guardianLimits, guardianRule } from '#contract/people/guardian.ts';
import { fold } from '#contract/fold.ts';
import { composed } from '#contract/identifier.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { UploadChange } from '#contract/student.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { isMailOf } from '#server/school/own-row.ts';
import { tooManyGuardians } from '#server/people/index.ts';
import type { RowOf } from './columns.ts';
import type { ReadFile } from './read.ts';
import { idsWithZeros, withTheirZeros } from './lost-zeros.ts';
import type { RowResolver } from './references.ts';
import type { FileReport } from './report.ts';
import type { StepContext } from './step.ts';
import { waitForErasures, withoutRemoved } from './students.ts';

type Fields = Omit<RowOf<'guardians'>, 'student_id' | 'name'>;

interface Stored extends Fields {
  id: number;
  student: number;
  name: string;
}

/** A row with its student, and the guardian that it changes; null for a new one. */
interface Given {
  line: number;
  student_id: string;
  student: number;
  name: string;
  before: Stored | null;
  after: Fields;
}

/** Guardians of a student by their names, as names in files are matched (R-SEARCH-1). */
const keyOf = (student: number | string, name: string) => `${student} ${fold(name)}`;

/**
 * Imports guardians (R-GUARD-1), recognised by student and name; columns that the file does not have stay
 * as they are. Students who are archived or erased are left out.
 */
export async function importGuardians(
  database: Database,
  rows: ReadFile<'guardians'>['rows'],
  resolver: RowResolver,
  context: StepContext,
): Promise<Omit<FileReport, 'file'>> {
  const { by, dryRun, zeros } = context;
  if (!dryRun) await waitForErasures(database);
  const ids = rows.map(({ row }) => row.student_id);
  const unique = resolver.unique(
    withTheirZeros(rows, await idsWithZeros(database, ids), { resolver, zeros }),
    'name',
    (row) => `${row.student_id} ${row.name}`,
    fold,
  );
  const students = await lockStudents(
    database,
    unique.map(({ row }) => row.student_id),
  );
  const remaining = await withoutRemoved(database, unique, students, resolver);
  // Users write nothing about the student who they are (R-ME-6).
  const own = new Set(
    by ? students.filter(({ mail }) => isMailOf(mail, by)).map(({ id }) => id) : [],
  );
  const idOf = new Map(students.map(({ id, student_id }) => [student_id, id]));
  const stored = await guardiansOf(database, [...idOf.values()]);
  const known = Map.groupBy(stored, ({ student, name }) => keyOf(student, name));
  const given: Given[] = [];
  let emptyCells = 0;
  for (const { line, row } of remaining) {
    const { student_id, name, ...fields } = row;
    const student = resolver.find(idOf, 'student', line, 'student_id', student_id);
    if (student === null) continue;
    if (own.has(student)) {
      resolver.reject(line, 'student_id', messages.ownStudent);
      continue;
    }
    const [before = null, other] = known.get(keyOf(student, name)) ?? [];
    const { after, empty } = afterOf(before, fields, context);
    emptyCells += empty;
    const errors = Object.entries(guardianRule(after));
    for (const [column, reason] of errors) resolver.reject(line, column, reason);
    if (other)
      resolver.reject(
        line,
        'name',
        `${student_id} has two guardians with this name: change them by hand`,
      );
    // A consent names who recorded it (R-GUARD-2).
    const needsUser = by === null && after.consent && before?.consent !== true;
    if (needsUser)
      resolver.reject(line, 'consent', 'is recorded by a user: upload the file in Students');
    if (errors.length === 0 && !other && !needsUser)
      given.push({ line, student_id, student, name, before, after });
  }
  const accepted = withoutTooMany(given, stored, resolver);
  const added = accepted.filter(({ before }) => before === null);
  const changed = accepted.filter(({ before, after }) => before && differs(before, after));
  await insert(database, added, context);
  await update(database, changed, context);
  const changes = changed.slice(0, limits.uploadChanges).map(changeOf);
  return {
    created: added.length,
    updated: changed.length,
    unchanged: accepted.length - added.length - changed.length,
    ...(changes.length > 0 && { changes }),
    ...(emptyCells > 0 && { emptyCells }),
  };
}

/** The students of a file; others who add guardians to them wait. */
async function lockStudents(database: Database, ids: string[]) {
  return database
    .selectFrom('student')
    .select(['id', 'student_id', 'student_mail as mail'])
    .select(sql<boolean>`archived_at is not null`.as('archived'))
    .where('student_id', '=', anyOf.texts([...new Set(ids.flatMap((id) => [id, composed(id)]))]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

async function guardiansOf(database: Database, students: number[]): Promise<Stored[]> {
  return database
    .selectFrom('guardian')
    .select(['id', 'student_id as student', 'name', 'relation', 'email', 'phone', 'gets_messages'])
    .select(sql<boolean>`consent_at is not null`.as('consent'))
    .where('student_id', '=', anyOf.ids(students))
    .orderBy('id')
    .execute();
}

const names = ['relation', 'email', 'phone', 'gets_messages', 'consent'] as const;

/**
 * The fields after the import: those that the file has, in the place of the former ones, and its empty cells where
 * something is stored, which stays where that was chosen.
 */
function afterOf(
  before: Stored | null,
  given: Fields,
  { columns, leavesEmpty }: Pick<StepContext, 'columns' | 'leavesEmpty'>,
): { after: Fields; empty: number } {
  if (!before) return { after: given, empty: 0 };
  const absent = names.filter((name) => !columns.includes(name));
  const empty = names.filter(
    (name) => columns.includes(name) && given[name] === null && before[name] !== null,
  );
  const stays = leavesEmpty ? [...absent, ...empty] : absent;
  const after = { ...given, ...Object.fromEntries(stays.map((name) => [name, before[name]])) };
  return { after, empty: empty.length };
}

const differs = (before: Fields, after: Fields): boolean =>
  names.some((name) => before[name] !== after[name]);

/** Rejects rows that would give a student too many. */
function withoutTooMany(given: Given[], stored: Stored[], resolver: RowResolver): Given[] {
  const counts = new Map<number, number>();
  for (const { student } of stored) counts.set(student, (counts.get(student) ?? 0) + 1);
  return given.filter(({ line, student, before }) => {
    const count = (counts.get(student) ?? 0) + (before ? 0 : 1);
    if (count > guardianLimits.ofStudent && !before)
      return resolver.reject(line, 'student_id', tooManyGuardians) !== null;
    counts.set(student, count);
    return true;
  });
}

const recordOf = (rows: Given[]) => sql`
  jsonb_to_recordset(${JSON.stringify(
    rows.map(({ student, name, before, after }) => ({ ...after, id: before?.id, student, name })),
  )}::jsonb) as x(id bigint, student bigint, name text, relation text, email text, phone text,
    gets_messages boolean, consent boolean)`;

type By = Pick<StepContext, 'by' | 'now'>;

async function insert(database: Database, rows: Given[], { by, now }: By): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into guardian (student_id, name, relation, email, phone, gets_messages, notified_from,
      consent_at, consent_by, created_by, created_at)
    select x.student, x.name, x.relation, x.email, x.phone, x.gets_messages,
      case when x.gets_messages then ${now}::timestamptz end,
      case when x.consent then ${now}::timestamptz end,
      case when x.consent then ${by?.user ?? null}::bigint end,
      ${by?.user ?? null}::bigint, ${now}::timestamptz
    from ${recordOf(rows)}`.execute(database);
}

async function update(database: Database, rows: Given[], { by, now }: By): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update guardian gu set relation = x.relation, email = x.email, phone = x.phone,
      gets_messages = x.gets_messages,
      notified_from = case when x.gets_messages and not gu.gets_messages then ${now}::timestamptz
        else gu.notified_from end,
      consent_at = case when x.consent then coalesce(gu.consent_at, ${now}::timestamptz) end,
      consent_by = case when x.consent then coalesce(gu.consent_by, ${by?.user ?? null}::bigint) end
    from ${recordOf(rows)} where gu.id = x.id`.execute(database);
}

const shown = (value: string | boolean | null): string | null =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

function changeOf({ line, student_id, before, after }: Given): UploadChange {
  const fields = names
    .filter((name) => before && before[name] !== after[name])
    .map((field) => ({ field, from: shown(before?.[field] ?? null), to: shown(after[field]) }));
  return { line, student_id, fields };
}
