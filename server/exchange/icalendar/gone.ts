import { sql } from 'kysely';
import { weekdays } from '#contract/weekdays.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace } from '#server/school/meetings.ts';
import type { Notice } from './calendar-event.ts';
import type { Existing } from './existing.ts';
import { isMadeBy, prefixOf, type CalendarSource } from './source.ts';

const shown = 5;

interface Compared {
  source: CalendarSource;
  existing: Existing[];
  /** Classes here that the calendar has. */
  matched: ReadonlySet<number>;
  /** UIDs of events that wait for an answer or are left out: their classes are in the calendar. */
  unread: readonly string[];
  today: string;
  notice: Notice;
}

/**
 * Classes that this calendar made earlier and has no longer stay as they are, and are named
 * (R-IMPORT-7).
 */
export async function noteGone(
  trx: Database,
  { source, existing, matched, unread, today, notice }: Compared,
): Promise<void> {
  const prefixes = unread.map((uid) => prefixOf(source, uid));
  const gone = existing.filter(
    ({ id, ref, archived }) =>
      isMadeBy(source, ref) &&
      !archived &&
      !matched.has(id) &&
      !prefixes.some((prefix) => ref?.startsWith(prefix)),
  );
  if (gone.length === 0) return;
  const { rows } = await sql<{ code: string; day: number; start: string }>`
    select with_group(s.subject_code, c.group_name) as code, c.day_of_week as day, to_char(c.start_time, 'HH24:MI') as start
    from class_schedule c join subject s on s.id = c.subject_id
    where c.id = any(${gone.map(({ id }) => id)}::bigint[]) and exists (
      select from class_meeting g
      where g.class_schedule_id = c.id and g.date >= ${today}::date and ${takesPlace})
    order by s.subject_code, c.group_name, c.day_of_week, c.start_time`.execute(trx);
  if (rows.length === 0) return;
  const names = rows
    .slice(0, shown)
    .map(({ code, day, start }) => `${code} ${weekdays[day - 1]} ${start}`)
    .join(', ');
  const more = rows.length > shown ? ` and ${rows.length - shown} more` : '';
  const several =
    rows.length === 1
      ? 'One class of an earlier calendar has no events in this one, and stays as it is'
      : `${rows.length} classes of earlier calendars have no events in this one, and stay as they are`;
  notice(null, 'note', 'UID', `${several}: ${names}${more}`);
}
