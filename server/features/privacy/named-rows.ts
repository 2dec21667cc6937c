import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { findMention, mayMention, redact, type StudentIdentifiers } from './redact.ts';

interface NamedText {
  table: string;
  column: string;
  /** Its longest length. */
  max: number;
  /** No two rows have the same: the row's id follows. */
  isUnique?: true;
  /** Where it is nothing but the student's number, that is chance: a room A101. */
  isNumber?: true;
}

/** What rows are called, by forms and by files of other systems: private tuition has a student's name. */
const namedTexts: readonly NamedText[] = [
  { table: 'waiting_class', column: 'title', max: 200 },
  { table: 'waiting_class', column: 'class_code', max: 200 },
  { table: 'waiting_class', column: 'location', max: 200 },
  { table: 'subject', column: 'subject_name', max: 200 },
  { table: 'subject', column: 'subject_code', max: 50, isUnique: true },
  { table: 'course', column: 'name', max: 200, isUnique: true },
  { table: 'specialization', column: 'specialization', max: 200 },
  { table: 'specialization', column: 'specialization_code', max: 50, isUnique: true },
  { table: 'classroom', column: 'room_number', max: 50, isUnique: true, isNumber: true },
  { table: 'cohort', column: 'name', max: 100, isUnique: true },
  { table: 'holiday', column: 'name', max: 200 },
];

/** Texts of recorded rows besides: an undo would bring them back. */
const recordedTexts: readonly NamedText[] = [
  ...namedTexts,
  { table: 'class_meeting', column: 'reason', max: limits.reasonLength },
  { table: 'leave', column: 'reason_for_leave', max: 2000 },
];

/** Redacts the student's names and numbers in what rows are called, now and in recorded operations. */
export async function cleanNamedRows(trx: Database, student: StudentIdentifiers): Promise<void> {
  for (const named of namedTexts) await cleanColumn(trx, named, student);
  await cleanRecordedRows(trx, student);
}

async function cleanColumn(trx: Database, named: NamedText, student: StudentIdentifiers) {
  const [from, text] = [sql.table(named.table), sql.ref(named.column)];
  const { rows } = await sql<{ id: string; text: string }>`
    select id::text as id, ${text} as text from ${from}
    where ${mayMention(sql`${text}`, student)} order by id for update`.execute(trx);
  const cleaned = rows.flatMap(({ id, text: was }) => {
    const is = cleanText(was, named, id, student);
    return is === was ? [] : [{ id, was, is }];
  });
  if (cleaned.length === 0) return;
  const taken = await sql<{ text: string }>`
    select ${text} as text from ${from}
    where ${text} = any(${cleaned.map(({ is }) => is)}::text[])`.execute(trx);
  const isTaken = (is: string) => named.isUnique && taken.rows.some((row) => row.text === is);
  const free = cleaned.map(({ was, is }) =>
    isTaken(is) ? cleanText(was, named, randomBytes(6).toString('hex'), student) : is,
  );
  await sql`
    update ${from} t set ${text} = c.text
    from unnest(${cleaned.map(({ id }) => id)}::bigint[], ${free}::text[]) as c(id, text)
    where t.id = c.id`.execute(trx);
}

/** @param id distinguishes the row from others that are called the same then. */
function cleanText(
  text: string,
  { max, isUnique, isNumber }: Omit<NamedText, 'table' | 'column'>,
  id: string,
  student: StudentIdentifiers,
): string {
  const isChance = isNumber && student.numbers.includes(text);
  if (isChance || findMention(text, student) !== 'names') return text;
  const end = isUnique ? ` ${id}` : '';
  return redact(text, student).slice(0, max - end.length) + end;
}

interface RecordedRow {
  id: string;
  table: string;
  key: string;
  before: unknown;
  after: unknown;
  label: string | null;
  /** The row is about a student: their name stays, of the erased one all such rows go. */
  isOfStudent: boolean;
}

async function cleanRecordedRows(trx: Database, student: StudentIdentifiers): Promise<void> {
  const tables = [...new Set(recordedTexts.map(({ table }) => table))];
  const content = sql`concat_ws(' ', r.before::text, r.after::text)`;
  const { rows } = await sql<RecordedRow>`
    select r.id::text as id, r.table_name as table, r.row_key as key, r.before, r.after, r.label,
      r.student_id is not null or r.table_name in ('student', 'teacher') as "isOfStudent"
    from bulk_operation_row r
    where ${mayMention(sql`r.label`, student)}
      or (r.table_name = any(${tables}::text[]) and ${mayMention(content, student)})
    order by r.id for update`.execute(trx);
  const cleaned = rows.map((row) => ({
    id: row.id,
    before: cleanContent(row.before, row, student),
    after: cleanContent(row.after, row, student),
    label: row.label === null ? null : cleanLabel(row.label, row.isOfStudent, student),
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
  student: StudentIdentifiers,
): unknown {
  if (content === null) return null;
  const values = { ...asRecord(content) };
  for (const named of recordedTexts) {
    const text = values[named.column];
    if (named.table === table && typeof text === 'string')
      values[named.column] = cleanText(text, named, key, student);
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
