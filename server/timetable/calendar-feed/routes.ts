import { getClassDays, getTakenRolls } from '#contract/timetable/calendar.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { describeDays, findTakenRolls, nearestClassDates } from './queries.ts';

const maxDays = 100;

export function calendarRoutes(api: Api, { database, settings }: AppContext): void {
  implement(api, getClassDays, async ({ query: { from, to, teacher } }) => {
    const span = Temporal.PlainDate.from(from).until(to).days;
    if (span < 0) throw validationError('to', 'must not be before from');
    if (span >= maxDays)
      throw validationError('to', `must be at most ${maxDays - 1} days after from`);
    const days = await describeDays(database, { from, to }, settings.current().weekdays);
    const nearest = await nearestClassDates(database, from, to, teacher);
    return { days, ...nearest };
  });

  implement(api, getTakenRolls, async ({ query }) => {
    if (query.to < query.from) throw validationError('to', 'must not be before from');
    return findTakenRolls(database, query);
  });
}
