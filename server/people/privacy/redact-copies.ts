import { sql } from 'kysely';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { redactedText, type ProposedText } from './proposed-texts.ts';
import { spansOf } from './redact.ts';

interface Redacted {
  text: ProposedText;
  /** The row's key. */
  key: string;
  was: string;
  is: string;
  /** What was taken out of it. */
  words: string[];
}

/** Redacts what recorded changes hold of a text that was redacted: an undo would bring it back. */
export async function redactCopies(trx: Database, redacted: Redacted): Promise<void> {
  const { table } = redacted.text;
  await redactRecordedRows(trx, redacted);
  if (table === 'class_meeting') await redactOperations(trx, redacted);
}

/** The text without the words; the same text as the row's becomes the same. */
function without(value: unknown, { text, key, was, is, words }: Redacted): unknown {
  if (typeof value !== 'string') return value;
  if (value === was) return is;
  const spans = spansOf(value, { first_name: '', last_name: '', numbers: words, short: [] });
  return spans.length === 0 ? value : redactedText(value, spans, text, key);
}

const cleaned = (content: unknown, redacted: Redacted) => {
  const { column } = redacted.text;
  const values = asRecord(content);
  return column in values ? { ...values, [column]: without(values[column], redacted) } : values;
};

async function redactRecordedRows(trx: Database, redacted: Redacted): Promise<void> {
  const rows = await trx
    .selectFrom('bulk_operation_row')
    .select(['id', 'before', 'after'])
    .where('table_name', '=', redacted.text.table)
    .where('row_key', '=', redacted.key)
    .forUpdate()
    .execute();
  const changed = rows.map(({ id, before, after }) => ({
    id,
    before: before === null ? null : cleaned(before, redacted),
    after: after === null ? null : cleaned(after, redacted),
  }));
  await sql`
    update bulk_operation_row r set before = c.before, after = c.after
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as c(id bigint, before jsonb, after jsonb)
    where r.id = c.id`.execute(trx);
}

async function redactOperations(trx: Database, redacted: Redacted): Promise<void> {
  const id = Number(redacted.key);
  const named = JSON.stringify([{ id }]);
  const rows = await trx
    .selectFrom('operation')
    .select(['id', 'before', 'after'])
    .where((operation) =>
      operation.or([operation('before', '@>', named), operation('after', '@>', named)]),
    )
    .$narrowType<{ before: unknown[]; after: unknown[] }>()
    .forUpdate()
    .execute();
  const meetings = (content: unknown[]) =>
    content.map((meeting) => (asRecord(meeting).id === id ? cleaned(meeting, redacted) : meeting));
  const changed = rows.map(({ id: operation, before, after }) => ({
    id: operation,
    before: meetings(before),
    after: meetings(after),
  }));
  await sql`
    update operation o set before = c.before, after = c.after
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as c(id bigint, before jsonb, after jsonb)
    where o.id = c.id`.execute(trx);
}
