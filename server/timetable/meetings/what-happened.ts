import { sql } from 'kysely';
import { messages, movedTo } from '#contract/texts.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** The reason why a class is not held on a date, in words; or its new date. */
export async function whatHappened(
  database: Database,
  classSchedule: number,
  date: string,
): Promise<string> {
  const { rows } = await sql<{
    reason: string | null;
    date: string | null;
    start_time: string;
    room_number: string;
  }>`
    select g.reason, held.date, held.start_time, r.room_number
    from class_meeting g
    left join class_meeting held on held.class_schedule_id = g.class_schedule_id
      and held.date = g.moved_to
    left join classroom r on r.id = held.classroom_id
    where g.class_schedule_id = ${classSchedule} and g.date = ${date}`.execute(database);
  const [found] = rows;
  if (found?.date) return movedTo({ ...found, date: found.date });
  return found?.reason ? `${messages.cancelledClass}: ${found.reason}` : messages.cancelledClass;
}
