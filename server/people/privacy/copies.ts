import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { cellOf } from './proposals.ts';
import { namedTexts, redactedText, type ProposedText } from './proposed-texts.ts';
import { findMention, mayMention, redact, spansOf, type StudentIdentifiers } from './redact.ts';

/** Texts of recorded rows, which an undo would bring back. */
const recordedTexts: readonly Omit<ProposedText, 'editor'>[] = [
  ...namedTexts,
  { table: 'class_meeting', column: 'reason', max: limits.reasonLength },
  { table: 'leave', column: 'reason_for_leave', max: 2000 },
];

interface Copies {
  identifiers: StudentIdentifiers;
  /** When the student's row was added: earlier copies do not name them. */
  createdAt: string | null;
  /** Texts that wait for a decision, which their copies follow. */
  waiting: ReadonlySet<string>;
}

/** Redacts the student in recorded changes: of texts that are gone or have changed since, and labels. */
export async function cleanCopies(trx: Database, copies: Copies): Promise<void> {
  await cleanOperations(trx, copies);
  await cleanRecordedRows(trx, copies);
}

const since = (createdAt: string | null) =>
  sql`coalesce(o.done_at >= ${createdAt}::timestamptz, true)`;

/** Reasons of changes of classes, as they were and became. */
async function cleanOperations(trx: Database, copies: Copies): Promise<void> {
  const { rows } = await sql<{ id: number; before: unknown[]; after: unknown[] }>`
    select o.id, o.before, o.after from operation o
    where ${mayMention(sql`o.before::text || o.after::text`, copies.identifiers)}
      and ${since(copies.createdAt)} for update`.execute(trx);
  const changed = rows.map(({ id, before, after }) => ({
    id,
    before: before.map((meeting) => cleanMeeting(asRecord(meeting), copies)),
    after: after.map((meeting) => cleanMeeting(asRecord(meeting), copies)),
  }));
  if (changed.length === 0) return;
  await sql`
    update operation o set before = c.before, after = c.after
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as c(id bigint, before jsonb, after jsonb)
    where o.id = c.id`.execute(trx);
}

function cleanMeeting(
  meeting: Record<string, unknown>,
  { identifiers, waiting }: Copies,
): Record<string, unknown> {
  const { id, reason } = meeting;
  if (typeof reason !== 'string' || findMention(reason, identifiers) !== 'names') return meeting;
  if (waiting.has(cellOf('class_meeting', String(id), 'reason'))) return meeting;
  return { ...meeting, reason: redact(reason, identifiers).slice(0, limits.reasonLength) };
}

interface RecordedRow {
  id: string;
  table: string;
  key: string;
  before: unknown;
  after: unknown;
  label: string | null;
  /** The row is about a student, whose name stays; rows about the erased student are deleted. */
  isOfStudent: boolean;
}

async function cleanRecordedRows(trx: Database, copies: Copies): Promise<void> {
  const { identifiers, createdAt } = copies;
  const tables = [...new Set(recordedTexts.map(({ table }) => table))];
  const content = sql`concat_ws(' ', r.before::text, r.after::text)`;
  const { rows } = await sql<RecordedRow>`
    select r.id::text as id, r.table_name as table, r.row_key as key, r.before, r.after, r.label,
      r.student_id is not null or r.table_name in ('student', 'teacher') as "isOfStudent"
    from bulk_operation_row r join bulk_operation o on o.id = r.operation_id
    where (${mayMention(sql`r.label`, identifiers)}
      or (r.table_name = any(${tables}::text[]) and ${mayMention(content, identifiers)}))
      and ${since(createdAt)}
    order by r.id for update of r`.execute(trx);
  const cleaned = rows.map((row) => ({
    id: row.id,
    before: cleanContent(row.before, row, copies),
    after: cleanContent(row.after, row, copies),
    label: row.label === null ? null : cleanLabel(row.label, row.isOfStudent, identifiers),
  }));
  if (cleaned.length === 0) return;
  await sql`
    update bulk_operation_row r set before = c.before, after = c.after, label = c.label
    from jsonb_to_recordset(${JSON.stringify(cleaned)}::jsonb)
      as c(id bigint, before jsonb, after jsonb, label text)
    where r.id = c.id`.execute(trx);
}

function cleanContent(
  content: unknown,
  { table, key }: Pick<RecordedRow, 'table' | 'key'>,
  { identifiers, waiting }: Copies,
): unknown {
  if (content === null) return null;
  const values = { ...asRecord(content) };
  for (const recorded of recordedTexts.filter((text) => text.table === table)) {
    const { column, isNumber } = recorded;
    const text = values[column];
    if (typeof text !== 'string' || waiting.has(cellOf(table, key, column))) continue;
    if (isNumber && identifiers.numbers.includes(text)) continue;
    if (findMention(text, identifiers) === 'names')
      values[column] = redactedText(text, spansOf(text, identifiers), recorded, key);
  }
  return values;
}

/** A label is "Mary Smith (s1023) in MAT1 09:00": another student of the same name stays. */
function cleanLabel(label: string, isOfStudent: boolean, student: StudentIdentifiers): string {
  const at = isOfStudent ? label.indexOf(' in ') : 0;
  if (at === -1) return label;
  const [person, named] = [label.slice(0, at), label.slice(at)];
  if (findMention(named, student) !== 'names') return label;
  return person + redact(named, student).slice(0, 300);
}
