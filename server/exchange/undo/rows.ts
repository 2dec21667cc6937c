import { sql } from 'kysely';
import type { RowChange } from '#contract/bulk-operation-terms.ts';
import type { OperationRow, RefusedRows } from '#contract/exchange/bulk-operation.ts';
import { can } from '#contract/permissions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { nameOfDay } from '#server/school/when.ts';
import { isPayField } from '#server/school/may-set-pay-code.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';

interface RowsQuery {
  search: string;
  limit: number;
  page: number;
  change?: RowChange | undefined;
  refused?: RefusedRows | undefined;
}

type Content = Record<string, unknown> | null;

interface StoredRow {
  table: string;
  key: string;
  label: string | null;
  before: Content;
  after: Content;
  undone: boolean;
  refusal: string | null;
  follows: boolean;
}

const columns = sql`r.table_name as table, r.row_key as key, r.label, r.before, r.after,
  r.undone_by is not null as undone, r.refusal,
  r.follows`;

const changes = {
  added: sql`r.before is null`,
  changed: sql`r.before is not null and r.after is not null`,
  removed: sql`r.after is null`,
};

const conditionOf = (id: number, { search, change, refused }: Omit<RowsQuery, 'limit' | 'page'>) =>
  sql.join(
    [
      sql`r.operation_id = ${id}`,
      ...(change ? [changes[change]] : []),
      ...(refused ? [sql`r.refusal is not null`] : []),
      ...(refused === 'causes' ? [sql`not r.follows`] : []),
      ...(refused === 'followers' ? [sql`r.follows`] : []),
      ...wordsOf(search).map((word) => contains(word, ['r.label', 'r.refusal', 'r.table_name'])),
    ],
    sql` and `,
  );

/** A page of an operation's rows: those that could not be undone first. */
export async function readRows(
  database: Database,
  id: number,
  query: RowsQuery,
  user: CurrentUser,
): Promise<Page<OperationRow>> {
  const { rows, total } = await readCountedPage(query, (limit, offset) =>
    sql<StoredRow & { total: number }>`
      select ${columns}, count(*) over ()::int as total from bulk_operation_row r
      where ${conditionOf(id, query)}
      order by r.refusal is null, r.follows, r.table_name, r.label, r.row_key
      limit ${limit} offset ${offset}`.execute(database),
  );
  return { rows: await present(database, id, rows, user), total };
}

const chunk = 1000;

/** All rows, by table and key. */
export async function* eachRow(
  database: Database,
  id: number,
  refused: RefusedRows | undefined,
  user: CurrentUser,
): AsyncGenerator<OperationRow> {
  for (let after = ['', '']; ;) {
    const { rows } = await sql<StoredRow>`
      select ${columns} from bulk_operation_row r
      where ${conditionOf(id, { search: '', refused })}
        and (r.table_name, r.row_key) > (${after[0]}, ${after[1]})
      order by r.table_name, r.row_key limit ${chunk}`.execute(database);
    yield* await present(database, id, rows, user);
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    after = [last.table, last.key];
  }
}

/** Of the database or another page: not for a list of values. */
const hidden = new Set([
  'id',
  'uuid',
  'ref',
  'supporting_document',
  'created_by',
  'created_at',
  'consent_by',
  'notified_from',
  'erased_at',
  'merged_into',
  'sort_order',
  'name_print',
  // Pay codes by the numbers of teachers.
  'co_payrolls',
]);

/** Columns that refer to a row which people know by a name. */
const references: Record<string, { table: keyof Tables; name: string }> = {
  teacher_id: { table: 'teacher', name: `person_name(x.first_name, x.last_name)` },
  subject_teacher_id: { table: 'teacher', name: `person_name(x.first_name, x.last_name)` },
  classroom_id: { table: 'classroom', name: 'x.room_number' },
  co_teacher_ids: { table: 'teacher', name: `person_name(x.first_name, x.last_name)` },
  more_classroom_ids: { table: 'classroom', name: 'x.room_number' },
  subject_id: { table: 'subject', name: 'x.subject_code' },
  semester_id: { table: 'semester', name: `x.semester || ' ' || x.year` },
  course_id: { table: 'course', name: 'x.name' },
  specialization_id: { table: 'specialization', name: 'x.specialization' },
  cohort_id: { table: 'cohort', name: `x.name || ' ' || x.year` },
  class_schedule_id: {
    table: 'class_schedule',
    name: `(select s.subject_code from subject s where s.id = x.subject_id) || ' ' || to_char(x.start_time, 'HH24:MI')`,
  },
};

/** The rows as they are sent: without what the reader must not see, with names instead of ids. */
async function present(
  database: Database,
  operation: number,
  rows: StoredRow[],
  { permissions }: CurrentUser,
): Promise<OperationRow[]> {
  const seesPay = can(permissions, 'Payrolls', 'read');
  const isShown = (table: string, field: string) =>
    !hidden.has(field) &&
    // Of a transfer the enrolments are rows of their own.
    (table !== 'cohort_transfer' || field === 'transfer_date') &&
    (!isPayField(field) || seesPay) &&
    // The student is named by the row; `student_id` of a student is their ID.
    (field !== 'student_id' || table === 'student') &&
    !(
      field.endsWith('_id') &&
      !(field in references) &&
      field !== 'student_id' &&
      field !== 'payroll_id'
    );
  const names = await namesOf(database, operation, rows);
  return rows.map(({ table, before, after, ...row }) => {
    const fields = Object.keys(after ?? before ?? {}).filter((field) => isShown(table, field));
    const shown = (content: Content, field: string) => {
      const value = content?.[field] ?? null;
      // The key of a file says nothing, and a link would outlast the right to see it.
      if (field === 'profile_image')
        return value === null ? null : content === before ? 'the photo before' : 'a photo';
      const reference = references[field];
      if (field === 'day_of_week' && typeof value === 'number') return nameOfDay(value);
      if (!reference) return plain(value);
      const ids = idsIn(value);
      return ids.length
        ? ids.map((id) => names.get(`${reference.table} ${id}`) ?? `#${id}`).join(', ')
        : plain(value);
    };
    return {
      ...row,
      table,
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
      fields: fields
        .map((field) => ({ field, from: shown(before, field), to: shown(after, field) }))
        .filter(({ from, to }) => from !== to),
    };
  });
}

/** The ids of a reference, or of a list of them. */
const idsIn = (value: unknown): number[] => [value].flat().filter((one) => typeof one === 'number');

const plain = (value: unknown): string | number | boolean | null =>
  typeof value === 'string'
    ? value.replace(/^(\d\d:\d\d):00$/, '$1')
    : value === null || typeof value === 'number' || typeof value === 'boolean'
      ? value
      : Array.isArray(value)
        ? value.join(', ')
        : JSON.stringify(value);

/**
 * Present names of all ids of the rows, in one query; `table id` → name. A row that is gone, since its
 * operation added it and was undone, has the name that the operation recorded.
 */
async function namesOf(
  database: Database,
  operation: number,
  rows: StoredRow[],
): Promise<Map<string, string>> {
  const wanted = new Map<string, { name: string; ids: Set<number> }>();
  for (const [field, { table, name }] of Object.entries(references))
    for (const { before, after } of rows)
      for (const value of [before?.[field], after?.[field]])
        for (const id of idsIn(value)) {
          const entry = wanted.get(table) ?? { name, ids: new Set() };
          wanted.set(table, { ...entry, ids: entry.ids.add(id) });
        }
  if (wanted.size === 0) return new Map();
  const found = await sql<{ key: string; name: string; present: boolean }>`
    ${sql.join(
      [...wanted].map(
        ([table, { name, ids }]) => sql`
          select ${`${table} `}::text || x.id as key, ${sql.raw(name)} as name, true as present
          from ${sql.table(table)} x where x.id = any(${[...ids]}::bigint[])
          union all
          select ${`${table} `}::text || r.row_key, r.label, false from bulk_operation_row r
          where r.operation_id = ${operation} and r.table_name = ${table} and r.label is not null
            and r.row_key = any(${[...ids].map(String)}::text[]) and r.before is null`,
      ),
      sql` union all `,
    )}`.execute(database);
  const byKey = (isPresent: boolean) =>
    found.rows
      .filter(({ present: is }) => is === isPresent)
      .map(({ key, name }): [string, string] => [key, name]);
  return new Map([...byKey(false), ...byKey(true)]);
}
