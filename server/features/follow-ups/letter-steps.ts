import { sql } from 'kysely';
import { followUpLimits } from '#contract/follow-up-text.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { openOfEntry } from './predicates.ts';

/** A letter about a computed entry of the red list. */
export interface SentLetter {
  entry: number;
  number: string;
}

/** Records letters as steps of the open follow-ups of their entries (R-FOLLOW-2). */
export async function addLetterSteps(
  trx: Database,
  letters: SentLetter[],
  { user, now, today }: { user: number; now: string; today: string },
): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    insert into follow_up_step (follow_up_id, kind, done_on, note, written_by, written_at)
    select f.id, 'letter', ${today}::date, 'Warning letter ' || made.number, ${user},
      ${now}::timestamptz
    from unnest(${letters.map(({ entry }) => entry)}::bigint[],
      ${letters.map(({ number }) => number)}::text[]) made(entry, number)
    join red_list_computed entry on entry.id = made.entry
    cross join lateral (select f.id from ${openOfEntry}) f
    where (select count(*) from follow_up_step p where p.follow_up_id = f.id)
      < ${followUpLimits.steps}::int`.execute(trx);
}
