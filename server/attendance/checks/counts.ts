import { sql } from 'kysely';
import {
  checkKinds,
  maxFindings,
  type CheckKind,
  type Finding,
} from '#contract/attendance/check.ts';
import { fullName } from '#contract/person-name.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { findOpenRolls } from '../rolls/open-rolls.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import { periodOf } from '#server/timetable/index.ts';
import { failedMails } from './failed-mails.ts';
import { roomsLikeSeveral } from './rooms-like-several.ts';
import { pairsOfCards } from './same-cards.ts';
import { sameNames } from './same-names.ts';
import { countOf, dayOf, findingsOf, type Pages } from './queries.ts';

type CheckContext = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** A page of the findings of any check, as of now. */
export function pageOf(context: CheckContext, kind: CheckKind, pages: Pages) {
  const { database, clock, settings } = context;
  if (kind === 'rolls_not_taken') return openRolls(context, pages);
  if (kind === 'failed_mails') return failedMails(database, clock.now().toString(), pages);
  if (kind === 'same_names' || kind === 'same_pay_codes') return sameNames(database, kind, pages);
  if (kind === 'rooms_like_several') return roomsLikeSeveral(database, pages);
  if (kind === 'same_cards') return pairsOfCards(database, settings.current(), pages);
  return findingsOf(database, kind, clock.today(), pages);
}

/** The number of findings of a check, up to 1000. */
export async function countNow(context: CheckContext, kind: CheckKind): Promise<number> {
  const count =
    kind === 'rolls_not_taken' ||
    kind === 'failed_mails' ||
    kind === 'same_names' ||
    kind === 'same_cards' ||
    kind === 'rooms_like_several' ||
    kind === 'same_pay_codes'
      ? (await pageOf(context, kind, { limit: 1, page: 1 })).total
      : await countOf(context.database, kind, context.clock.today());
  return Math.min(count, maxFindings);
}

async function openRolls({ database, clock }: CheckContext, pages: Pages): Promise<Page<Finding>> {
  const today = clock.today();
  const begins = await openRollsFrom(database, clock);
  const { from, to } = periodOf({}, today);
  const found = await findOpenRolls(database, clock, {
    ...pages,
    from: begins !== null && begins > from ? begins : from,
    to,
    search: '',
    ordering: '-date',
  });
  return {
    total: found.total,
    rows: found.rows.map(
      ({ id, class_schedule, date, start_time, subject, group_name, teacher, ...row }) => ({
        key: String(id),
        class_schedule: {
          id: class_schedule,
          ...subject,
          group_name,
          day_of_week: dayOf(date),
          start_time,
          teacher: fullName(teacher),
        },
        date,
        student: null,
        other: null,
        mail: null,
        count: row.number_of_students - row.marked,
      }),
    ),
  };
}

/** The institute's time from which a night's counts are taken. */
const countFrom = '02:00';
/** Days for which they are stored. */
const storedDays = 90;

/**
 * Runs all checks once a night and stores their counts (R-CHECK-2); several processes may try it.
 * @returns whether this call stored them.
 */
export async function countNightly(context: CheckContext): Promise<boolean> {
  const { database, clock } = context;
  const time = clock.now().toZonedDateTimeISO(clock.timeZone).toPlainTime().toString();
  if (time < countFrom) return false;
  const today = clock.today();
  const known = await database
    .selectFrom('check_count')
    .select('day')
    .where('day', '=', today)
    .limit(1)
    .executeTakeFirst();
  if (known) return false;
  const counts: number[] = [];
  // One after the other: nothing waits for them.
  for (const kind of checkKinds) counts.push(await countNow(context, kind));
  const { rows } = await sql`
    insert into check_count (day, kind, count, counted_at)
    select ${today}::date, kind, count, ${clock.now().toString()}::timestamptz
    from unnest(${[...checkKinds]}::text[], ${counts}::int[]) c(kind, count)
    on conflict do nothing returning kind`.execute(database);
  const before = Temporal.PlainDate.from(today).subtract({ days: storedDays }).toString();
  await database.deleteFrom('check_count').where('day', '<', before).execute();
  return rows.length > 0;
}

/** The counts of the latest night before today, by kind; null before the first one. */
export async function countsBefore({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<{
  day: string;
  counts: Map<string, number>;
} | null> {
  const { rows } = await sql<{ day: string; kind: string; count: number }>`
    select day, kind, count from check_count
    where day = (select max(day) from check_count where day < ${clock.today()}::date)`.execute(
    database,
  );
  const [first] = rows;
  return first
    ? { day: first.day, counts: new Map(rows.map(({ kind, count }) => [kind, count])) }
    : null;
}
