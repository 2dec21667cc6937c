import { classDays, classDaysQuery } from '../../../contract/calendar.ts';
import type { Api, Parts } from '../../parts.ts';
import { wrongField } from '../../platform/http/api-error.ts';
import { describeDays, nearestClassDates } from './queries.ts';

const mostDays = 100;

export function calendarRoutes(api: Api, { database }: Parts): void {
  api.get('/class-days', { schema: { querystring: classDaysQuery, response: { 200: classDays } } }, async ({ query: { from, to, teacher } }) => {
    const span = Temporal.PlainDate.from(from).until(to).days;
    if (span < 0) throw wrongField('to', 'must not be before from');
    if (span >= mostDays) throw wrongField('to', `must be at most ${mostDays - 1} days after from`);
    const [days, nearest] = await Promise.all([describeDays(database, from, to), nearestClassDates(database, from, to, teacher)]);
    return { days, ...nearest };
  });
}
