import { sql } from 'kysely';
import type { AppContext } from '#server/app-context.ts';
import { localNow, type Clock } from '#server/platform/clock.ts';
import { setAct } from '#server/platform/database/act.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import type { MeetingRow } from './store.ts';

/**
 * Sets the institute's date and time for the rest of a transaction. Planning runs in the database, for
 * every write of a class, a semester or a holiday; what applies "from today" follows this clock.
 */
export async function planAt(trx: Database, clock: Clock): Promise<void> {
  await planAtLocal(trx, localNow(clock), clock.now().toString());
}

/**
 * @param local date, or date and time, without a zone.
 * @param at the moment, an ISO instant.
 */
export async function planAtLocal(trx: Database, local: string, at: string): Promise<void> {
  await setAct(trx, { now: local, at });
}

/** Brings meetings that came back in line with holidays and changes of their classes that came in between. */
export async function planDates(
  trx: Database,
  meetings: Pick<MeetingRow, 'class_schedule_id' | 'date'>[],
): Promise<void> {
  const dates = meetings.map(({ date }) => date).toSorted();
  const classes = meetings.map((row) => row.class_schedule_id);
  await sql`
    select plan_meetings(${classes}::bigint[], ${dates[0]}::date, ${dates.at(-1)}::date)
    where ${dates.length} > 0`.execute(trx);
}

/** From when a change of a class holds unless somebody names a date: today, or tomorrow (R-MEETING-2). */
export async function defaultChangeDate(trx: Database, id: number): Promise<string> {
  return oneRow(await sql<{ date: string }>`select default_change_date(${id}) as date`.execute(trx))
    .date;
}

/** A writer whose transactions plan meetings, after which open screens read again. */
export const planning = (
  writer: ResourceWriter,
  { clock, live }: Pick<AppContext, 'clock' | 'live'>,
): ResourceWriter => ({
  ...writer,
  async begin(trx, step) {
    await planAt(trx, clock);
    step.afterCommit.push(() => publishPlan(live));
    await writer.begin?.(trx, step);
  },
});

/**
 * Archives classes (null: of all) that have a successor, once they have no future
 * meetings.
 */
export async function archiveEnded(trx: Database, classes: number[] | null): Promise<void> {
  await sql`
    update class_schedule c set archived_at = now()
    where c.archived_at is null and (${classes}::bigint[] is null or c.id = any(${classes}::bigint[]))
      and exists (select from class_schedule_pattern p
        where p.class_schedule_id = c.id and p.day_of_week is null
          and p.valid_from <= institute_now()::date
          and not exists (select from class_schedule_pattern later
            where later.class_schedule_id = c.id and later.valid_from > p.valid_from))
      and not exists (select from class_meeting g
        where g.class_schedule_id = c.id and g.date >= institute_now()::date
          and g.status in ('scheduled', 'holiday'))`.execute(trx);
}

/** The results of the repair. */
interface Repair {
  /** Number of classes whose columns now follow a new pattern. */
  adopted: number;
  /** Number of meetings that planning had to add, change or remove: 0 unless an error occurred before. */
  planned: number;
}

/** Applies due changes of classes, and adds missing meetings. */
export async function repairMeetings(database: Database, clock: Clock): Promise<Repair> {
  return inTransaction(database, async (trx) => {
    await planAt(trx, clock);
    await archiveEnded(trx, null);
    const done = await sql<Repair>`
      select adopt_patterns() as adopted, plan_meetings() + add_meetings_of_marks() as planned`.execute(
      trx,
    );
    return oneRow(done);
  });
}
