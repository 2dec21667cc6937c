import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { followNumbers } from '#server/people/index.ts';
import { keysOf } from './undo-table.ts';

const cards = [
  ['student', 'rfid_number'],
  ['teacher', 'card_number'],
] as const;
const taken = 'its card is the card of another one by now';

/** A chain of cards that were passed on is as long as the students who passed them on. */
const maxRounds = 50;

/**
 * Leaves former cards that somebody else has, who does not give them up in the same undo: the rest of the row
 * is taken back, and the note names the card. A row of which nothing else would be taken back is refused. A
 * person whose row stays, or comes back without its card, keeps the present card, which may be the card of
 * another row.
 */
export async function leaveTakenCards(trx: Database): Promise<void> {
  for (const [table, column] of cards)
    for (let round = 0, found = 1; found > 0 && round < maxRounds; round++) {
      const { numAffectedRows } = await sql`
        update undoing u set
          restore = case when rest.matters then u.restore - ${column}::text else u.restore end,
          note = case when rest.matters then concat_ws('; ', u.note, ${taken}::text) else u.note end,
          refusal = case when not rest.matters then ${taken}::text end
        from undoing r cross join lateral (
          -- A row that comes back is wanted without its card, too.
          select r.after is null or exists (
            select from jsonb_each(r.restore) field
            where field.key <> ${column}
              and field.value is distinct from r.after -> field.key) as matters
        ) rest
        where u.table_name = ${table} and u.refusal is null and u.restore ->> ${column} is not null
          and r.table_name = u.table_name and r.row_key = u.row_key
          and exists (
            select from (${holdersOf(sql`u.restore ->> ${column}`)}) o
            where (o.table_name, o.key) <> (u.table_name, u.row_key)
              and not exists (
                select from undoing g
                where g.table_name = o.table_name and g.row_key = o.key and g.refusal is null
                  and (g.restore ? o.column_name or g.before is null)))`.execute(trx);
      found = Number(numAffectedRows ?? 0);
    }
}

/** The person who has a number as a card or an ID, in any spelling (R-KEY-2). */
const holdersOf = (number: RawBuilder<unknown>) => sql`
  select 'student' as table_name, id::text as key, 'rfid_number' as column_name from student
  where key_form = key_form(${number}) or rfid_number = ${number}
  union all
  select 'student', id::text, 'student_id' from student where lower(student_id) = lower(${number})
  union all
  select 'teacher', id::text, 'card_number' from teacher
  where key_form = key_form(${number}) or card_number = ${number}`;

/**
 * The lines of present cards are spelled as the numbers that came back; where a number stays, its line stays
 * (R-CARD-2).
 */
export async function respellLines(trx: Database): Promise<void> {
  await followNumbers(trx, (await keysOf(trx, 'student', 'update')).map(Number));
  await sql`
    update undoing u set refusal = 'the number of its student stays', follows = true
    from student_card c join student s on s.id = c.student_id
    where u.table_name = 'student_card' and u.refusal is null and c.id = u.row_key::bigint
      and c.ended_at is null and s.rfid_number is distinct from u.restore ->> 'number'`.execute(
    trx,
  );
}
