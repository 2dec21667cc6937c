import { sql, type RawBuilder } from 'kysely';
import { validationError } from '#server/platform/http/api-error.ts';
import { rollBegun } from '#server/school/attendance.ts';

/** From a time on the first day until a time on the last. */
interface AwayPeriod {
  from: string;
  to: string;
  from_time?: string | undefined;
  to_time?: string | undefined;
}

/** Whether meeting `g` takes place, or would, in a period in which a teacher or a room is away. */
export const isInPeriod = ({
  from,
  to,
  from_time = '00:00',
  to_time = '24:00',
}: AwayPeriod): RawBuilder<boolean> => sql<boolean>`(
  g.date between ${from}::date and ${to}::date
  and (g.date > ${from}::date or g.end_time > ${from_time}::time)
  and (g.date < ${to}::date or g.start_time < ${to_time}::time))`;

/** Whether meeting `g` has ended. @param now the institute's local date and time. */
export const isOver = (g: RawBuilder<unknown>, now: string): RawBuilder<boolean> =>
  sql<boolean>`(${g}.date + ${g}.end_time <= ${now}::timestamp)`;

/** Whether meeting `g` is held or cancelled, and not one that has ended and whose roll was begun (R-MEETING-12). */
export const isStillOpen = (now: string): RawBuilder<boolean> => sql<boolean>`(
  g.status in ('scheduled', 'cancelled')
  and not (${isOver(sql`g`, now)} and ${rollBegun(sql`g.class_schedule_id`, sql`g.date`)}))`;

/** @throws ApiError 400 at `to`. */
export function assertInOrder({ from, to }: AwayPeriod): void {
  if (to < from) throw validationError('to', 'must not be before from');
}
