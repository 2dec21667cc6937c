import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { holidayOn } from '#server/school/holidays.ts';
import type { MeetingRow } from './store.ts';

/** Whether planning would leave out a meeting, which somebody wants to be held. */
interface Unplanned {
  on_holiday: boolean;
  /** The class has another weekday by now, or the date is outside of its semester. */
  not_weekly: boolean;
}

/** What planning says about the dates of classes, in the order of the meetings. */
async function unplanned(
  trx: Database,
  meetings: Pick<MeetingRow, 'class_schedule_id' | 'date'>[],
): Promise<Unplanned[]> {
  const { rows } = await sql<Unplanned>`
    select exists (select from holiday h where ${holidayOn(sql`m.date`)}) as on_holiday,
      not exists (select from weekly_meetings(array[m.class_schedule_id], m.date, m.date))
        as not_weekly
    from unnest(${meetings.map((it) => it.class_schedule_id)}::bigint[],
      ${meetings.map((it) => it.date)}::date[]) with ordinality m(class_schedule_id, date, place)
    order by m.place`.execute(trx);
  return rows;
}

/**
 * Weekly meetings that somebody wants to be held on their dates, whatever was planned for them
 * meanwhile: the next planning leaves them (R-MEETING-1).
 */
export async function heldByHand(trx: Database, meetings: MeetingRow[]): Promise<MeetingRow[]> {
  const facts = await unplanned(trx, meetings);
  return meetings.map((it, at) => ({
    ...it,
    held_on_holiday: it.held_on_holiday || facts[at]?.on_holiday === true,
    own_time: it.own_time || facts[at]?.not_weekly === true,
  }));
}
