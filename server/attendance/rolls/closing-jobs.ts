import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { close, lockClass } from './closing.ts';
import type { RollKey } from './roll-key.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { rollBegun } from '#server/school/attendance.ts';

/** Number of rolls closed at a time; the next ones follow a minute later. */
const atOnce = 500;

/**
 * Closes the rolls of today and yesterday that have a mark, and whose class ended more than the
 * institute's number of minutes ago (R-ROLL-11). A reopened roll stays open.
 * @returns the number of closed rolls.
 */
export async function closeFinishedRolls({
  database,
  clock,
  live,
  settings,
}: Pick<AppContext, 'database' | 'clock' | 'live' | 'settings'>): Promise<number> {
  const { close_after_minutes } = settings.current();
  if (close_after_minutes === 0) return 0;
  const now = clock.now();
  const local = now.toZonedDateTimeISO(clock.timeZone);
  const finished = local.subtract({ minutes: close_after_minutes }).toPlainDateTime().toString();
  const isFinished = sql`
    g.closed_at is null and g.reopened_at is null and ${takesPlace}
    and g.date + g.end_time <= ${finished}::timestamp
    and ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)}`;
  const { rows } = await sql<RollKey>`
    select g.class_schedule_id as class_schedule, g.date from class_meeting g
    where g.date between ${clock.today()}::date - 1 and ${clock.today()}::date and ${isFinished}
    order by g.date, g.end_time limit ${atOnce}`.execute(database);
  let closed = 0;
  for (const of of rows) {
    const done = await inTransaction(database, async (trx) => {
      await lockClass(trx, of.class_schedule);
      // A user or another process may have closed it meanwhile.
      const locked = await sql`
        select from class_meeting g
        where g.class_schedule_id = ${of.class_schedule} and g.date = ${of.date}::date
          and ${isFinished} for update of g`.execute(trx);
      if (locked.rows.length === 0) return false;
      await close(trx, of, { user: null, now: now.toString(), mail: null });
      return true;
    });
    if (!done) continue;
    closed++;
    publishClass(live, of.class_schedule, of.date);
  }
  return closed;
}
