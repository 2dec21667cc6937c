import { sql } from 'kysely';
import { followUpLimits } from '#contract/standing/follow-up-terms.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { openOfEntry } from '#server/school/follow-ups.ts';

/** A letter about an entry of the red list; by hand the number is negative. */
interface SentLetter {
  entry: number;
  number: string;
}

/** Whether follow-up `f` takes another step. */
const hasRoom = sql`(select count(*) from follow_up_step p where p.follow_up_id = f.id)
  < ${followUpLimits.steps}::int`;

/** Who made the letters, and when. */
interface Made {
  user: number;
  now: string;
  today: string;
}

/** A letter about the contact hours of a student, in all subjects. */
interface SentIntention {
  student: number;
  number: string;
}

/**
 * Records letters of intention to report as steps of the open follow-ups of their students, in
 * whatever subject (R-HOURS-5).
 */
export async function addIntentionSteps(
  trx: Database,
  letters: SentIntention[],
  { user, now, today }: Made,
): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    insert into follow_up_step (follow_up_id, kind, done_on, note, written_by, written_at)
    select f.id, 'letter', ${today}::date, 'Intention to report ' || made.number, ${user},
      ${now}::timestamptz
    from unnest(${letters.map(({ student }) => student)}::bigint[],
      ${letters.map(({ number }) => number)}::text[]) made(student, number)
    join follow_up f on f.student_id = made.student and f.closed_at is null
    where ${hasRoom}`.execute(trx);
}

/** Records letters as steps of the open follow-ups of their entries (R-FOLLOW-2). */
export async function addLetterSteps(
  trx: Database,
  letters: SentLetter[],
  { user, now, today }: Made,
): Promise<void> {
  if (letters.length === 0) return;
  await sql`
    insert into follow_up_step (follow_up_id, kind, done_on, note, written_by, written_at)
    select f.id, 'letter', ${today}::date, 'Warning letter ' || made.number, ${user},
      ${now}::timestamptz
    from unnest(${letters.map(({ entry }) => entry)}::bigint[],
      ${letters.map(({ number }) => number)}::text[]) made(entry, number)
    join (
      select id, student_id, subject_id, semester_id from red_list_computed
      union all select -id, student_id, subject_id, null from red_list
    ) entry on entry.id = made.entry
    cross join lateral (select f.id from ${openOfEntry}) f
    where ${hasRoom}`.execute(trx);
}
