import { sql } from 'kysely';
import { localNow, type Clock } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isInRoom, isTaughtBy, takesPlace } from '#server/school/meetings.ts';

const needs = { teacher: isTaughtBy, classroom: isInRoom };

/**
 * @throws ApiError 409 with the number of future meetings that need one of these teachers
 * or rooms, which cannot be archived.
 */
export async function assertNoMeetingsToCome(
  trx: Database,
  clock: Clock,
  kind: keyof typeof needs,
  ids: number[],
): Promise<void> {
  const now = localNow(clock);
  const found = await sql<{ meetings: number; last: string | null }>`
    select count(*) as meetings, max(g.date) as last
    from class_meeting g
    join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    where ${needs[kind](ids)} and ${takesPlace}
      and g.date >= ${clock.today()}::date and g.date + g.end_time > ${now}::timestamp`.execute(
    trx,
  );
  const { meetings, last } = oneRow(found);
  if (meetings === 0) return;
  const classes = meetings === 1 ? '1 class' : `${meetings} classes`;
  const what = ids.length === 1 ? `This ${kind} is` : `These ${kind}s are`;
  throw new ApiError(409, {
    detail: `${what} needed by ${classes} to come, until ${last}. Give them to another ${kind} or to the next one of each class, or cancel them, first.`,
    meetings,
  });
}
