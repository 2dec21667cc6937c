import { getOverview } from '#contract/attendance/overview.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { implement } from '#server/platform/http/implement.ts';
import { countOpenRolls } from '../rolls/open-rolls.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import { countFollowUpsOf, readReport } from '#server/standing/index.ts';
import { countWaiting } from '../leave-requests/queries.ts';
import { countOpenEntries, readDay } from './queries.ts';

/** What is usual is the rate of so many days before today, on the same weekday at the same hours. */
const usualDays = 56;

/** How today is going; each number is the one of the page that it leads to (R-OVERVIEW-1). */
export function overviewRoutes(api: Api, { database, clock, settings, config }: AppContext): void {
  implement(api, getOverview, async ({ user }) => {
    const [today, now] = [clock.today(), localNow(clock)];
    const before = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString();
    const usual = { from: before(usualDays), to: before(1) };
    const { rolls, hours } = await readDay(database, today, now);
    const report = {
      by: 'weekday_hour' as const,
      periods: [{ from: today, to: today }, usual],
      today,
      now,
      begins_on: await openRollsFrom(database, clock),
      weekday_hour: hours,
      search: '',
      ordering: 'name',
      page: { limit: 1, offset: 0 },
    };
    const { totals } = await readReport(database, report, settings.current());
    return {
      date: today,
      rolls,
      rate: {
        today: totals.rate,
        marked: totals.present + totals.absent,
        usual: totals.before?.rate ?? null,
        difference: totals.difference,
        from_date: usual.from,
        to_date: usual.to,
        weekday_hours: hours,
      },
      open_rolls: await countOpenRolls(database, clock),
      red_list: await countOpenEntries(database),
      leave_requests: config.studentSignIn ? await countWaiting(database) : null,
      follow_ups: await countFollowUpsOf(database, { user, today, terms: settings.current() }),
    };
  });
}
