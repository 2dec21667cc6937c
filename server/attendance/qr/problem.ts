import { sql } from 'kysely';
import { dateFormat } from '#contract/formats.ts';
import type { AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { whatHappened } from '#server/timetable/index.ts';
import { opensAt } from './opening.ts';
import type { Roll, RollState } from './queries.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'config'>;

/** Why codes of a roll are not taken now, in words; null when they are. */
export async function problemOf(
  context: Context,
  roll: Roll,
  { problem, starts_at, ends_at }: RollState,
): Promise<string | null> {
  const { database, clock, settings } = context;
  const today = clock.today();
  const now = localNow(clock);
  if (problem === 'cancelled' || problem === 'moved')
    return whatHappened(database, roll.class_schedule, roll.date);
  if (problem !== 'none' && problem !== 'missing')
    return `This class does not take place on this day. ${await nextText(context, roll)}`;
  if (roll.date > today)
    return `Check-in by QR code opens on the day of the class, ${dayText(context, roll.date)}`;
  if (now >= ends_at)
    return roll.date === today
      ? 'This class is over'
      : `This class is over. ${await nextText(context, roll)}`;
  const opens = opensAt(starts_at, settings.current().opens_before_minutes);
  return now < opens ? `Opens at ${opens.slice(11, 16)}` : null;
}

/** "The next one is on Monday 9 March 2026 at 09:00" */
async function nextText(context: Context, { class_schedule }: Roll): Promise<string> {
  const { database, clock } = context;
  const { rows } = await sql<{ date: string; starts: string }>`
    select g.date, to_char(g.start_time, 'HH24:MI') as starts from class_meeting g
    where g.class_schedule_id = ${class_schedule} and ${takesPlace}
      and g.date + g.end_time > ${localNow(clock)}::timestamp
    order by g.date limit 1`.execute(database);
  const [next] = rows;
  if (!next) return 'No further one is planned';
  const day = next.date === clock.today() ? 'today' : `on ${dayText(context, next.date)}`;
  return `The next one is ${day} at ${next.starts}`;
}

const dayText = ({ settings }: Pick<Context, 'settings'>, date: string): string =>
  dateFormat(settings.current().locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
