import { sql } from 'kysely';
import { followUpLimits } from '#contract/follow-up-text.ts';
import { limits } from '#contract/limits.ts';
import { templateLimits } from '#contract/template-check.ts';
import { asRecord } from '#server/platform/as-record.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { cleanNamedRows } from './named-rows.ts';
import { findMention, mayMention, redact, type StudentIdentifiers } from './redact.ts';

/** Texts that somebody wrote about something else, and their longest length. */
const freeTexts = [
  { table: 'check_in_request', column: 'message', max: limits.reasonLength },
  { table: 'class_meeting', column: 'reason', max: limits.reasonLength },
  { table: 'room_closing', column: 'reason', max: limits.reasonLength },
  { table: 'roll_event', column: 'reason', max: limits.reasonLength },
  { table: 'leave', column: 'reason_for_leave', max: 2000 },
  { table: 'leave_request', column: 'reason_for_leave', max: 2000 },
  { table: 'leave_request', column: 'answer', max: limits.reasonLength },
  { table: 'red_list_computed', column: 'decision', max: limits.reasonLength },
  { table: 'follow_up', column: 'outcome_note', max: followUpLimits.noteLength },
  { table: 'follow_up_step', column: 'note', max: followUpLimits.noteLength },
  { table: 'mark_detail', column: 'excuse_note', max: limits.reasonLength },
  { table: 'saved_report', column: 'name', max: 100 },
  { table: 'template', column: 'title', max: templateLimits.title },
  { table: 'template', column: 'body', max: templateLimits.body },
] as const;

/** Redacts the student's names and numbers in whatever was written, but for notes (`cleanNotes`). */
export async function cleanFreeTexts(
  trx: Database,
  identifiers: StudentIdentifiers,
): Promise<void> {
  for (const { table, column, max } of freeTexts) {
    const [from, text] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ row: string; text: string }>`
      select ctid::text as row, ${text} as text from ${from}
      where ${mayMention(sql`${text}`, identifiers)} for update`.execute(trx);
    const cleaned = rows.filter((one) => findMention(one.text, identifiers) === 'names');
    await sql`
      update ${from} t set ${text} = c.text
      from unnest(${cleaned.map(({ row }) => row)}::tid[],
        ${cleaned.map((one) => redact(one.text, identifiers).slice(0, max))}::text[]) as c(id, text)
      where t.ctid = c.id`.execute(trx);
  }
  await cleanOperations(trx, identifiers);
  await cleanNamedRows(trx, identifiers);
}

/** Reasons of changes of classes, as they were and became: an undo would bring them back. */
async function cleanOperations(trx: Database, identifiers: StudentIdentifiers): Promise<void> {
  const { rows } = await sql<{ id: number; before: unknown[]; after: unknown[] }>`
    select id, before, after from operation
    where ${mayMention(sql`before::text || after::text`, identifiers)} for update`.execute(trx);
  for (const { id, before, after } of rows) {
    const [was, became] = [before, after].map((meetings) =>
      JSON.stringify(meetings.map((one) => withoutMention(asRecord(one), identifiers))),
    );
    await sql`
      update operation set before = ${was}::jsonb, after = ${became}::jsonb
      where id = ${id}`.execute(trx);
  }
}

function withoutMention(meeting: Record<string, unknown>, identifiers: StudentIdentifiers) {
  const { reason } = meeting;
  if (typeof reason !== 'string' || findMention(reason, identifiers) !== 'names') return meeting;
  return { ...meeting, reason: redact(reason, identifiers).slice(0, limits.reasonLength) };
}
