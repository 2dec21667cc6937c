import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { isDate, mondayOf } from '#contract/dates.ts';
import { can } from '#contract/permissions.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { classesOn, classQuery, rollQuery, type ClassOnDate } from '#web/school/roll.ts';
import { ownOngoing } from '#web/attendance/public/own-ongoing.ts';
import { classesOfDay, comingHolidays } from '#web/school/days.ts';
import { detailsOf } from '#web/people/public/student-details.ts';
import { weekQuery } from '#web/timetable/public/weeks-queries.ts';
import { filtersOf, weekFilterNames } from '#web/timetable/public/weeks-search.ts';
import { shapeOfList } from '../ui/list/request.ts';
import { rowsOf } from '../ui/list/useRows.ts';
import { wrongDates } from '../platform/address-dates.ts';
import { configQuery } from '../platform/config.ts';
import { instituteClock } from '../platform/institute-clock.ts';
import { listCalls } from './first-reads.ts';
import { storedUser } from '../platform/stored-user.ts';

/** The parameters of loaders. */
export interface PageContext {
  queries: QueryClient;
}

interface Loaded {
  context: PageContext;
  location: { pathname: string; search: unknown };
}
type SearchParams = Record<string, string | undefined>;

/** After this time a page is rendered without its data and shows an indicator. */
const maxMs = 250;

// oxlint-disable-next-line typescript/no-explicit-any -- queries of every kind.
type Query = FetchQueryOptions<any, any, any, any>;

/** Loads missing data together with the page's code; cached data are refreshed in the background. */
async function read(queries: QueryClient, wanted: Query[]): Promise<void> {
  const missing = wanted.filter(({ queryKey }) => queries.getQueryData(queryKey) === undefined);
  const answers = wanted.map((query) => ({ query, answer: queries.prefetchQuery(query) }));
  await Promise.all(
    answers.filter(({ query }) => missing.includes(query)).map(({ answer }) => answer),
  );
}

/** Loaders must neither delay a page nor fail: the page's own queries show errors. */
const loader =
  (load: (queries: QueryClient, params: SearchParams, path: string) => Promise<void>) =>
  async ({ context: { queries }, location: { pathname, search } }: Loaded): Promise<void> => {
    if (wrongDates(search as SearchParams).length > 0) return;
    const waited = new Promise<void>((resolve) => setTimeout(resolve, maxMs));
    await Promise.race([load(queries, search as SearchParams, pathname).catch(() => {}), waited]);
  };

async function todayOf(queries: QueryClient): Promise<string> {
  const config = await queries.ensureQueryData(configQuery);
  const at = queries.getQueryState(configQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  return instituteClock(config, at).today();
}

/** The date of an address; today without one. */
async function dateOrToday(queries: QueryClient, date: string | undefined): Promise<string> {
  return date !== undefined && isDate(date) ? date : todayOf(queries);
}

export const loadList = loader(async (queries, params, path) => {
  const calls = listCalls[path];
  if (calls !== undefined && params.show !== 'week')
    await read(queries, [rowsOf({ calls }, shapeOfList(params))]);
});

/** Whether it was read, and not only restored from the device or outdated by news. */
function isCurrent(queries: QueryClient, queryKey: QueryKey): boolean {
  const state = queries.getQueryState(queryKey);
  return state?.data !== undefined && !state.isInvalidated;
}

/** A class that a list of its day has shown is not read again. */
function takeFromDay(queries: QueryClient, of: ClassOnDate): void {
  const { queryKey } = classQuery(of);
  if (isCurrent(queries, queryKey)) return;
  const days = queries.getQueriesData<{ results: ClassSchedule[] }>({
    queryKey: ['classes', of.date],
  });
  for (const [listKey, listed] of days) {
    const found = listed?.results.find(({ id }) => id === of.id);
    const updatedAt = queries.getQueryState(listKey)?.dataUpdatedAt;
    if (found && isCurrent(queries, listKey)) queries.setQueryData(queryKey, found, { updatedAt });
  }
}

export const loadRoll = loader(async (queries, { id, date }) => {
  if (!Number(id)) return;
  const of = { id: Number(id), date: await dateOrToday(queries, date) };
  takeFromDay(queries, of);
  await read(queries, [rollQuery(of), classQuery(of)]);
});

export const loadStartPage = loader(async (queries, params) => {
  const date = await dateOrToday(queries, params.date);
  const listed = queries.prefetchQuery(classesOn(date));
  const { queryKey } = classesOn(date);
  if (queries.getQueryData(queryKey) === undefined) await listed;
  const all = queries.getQueryData(queryKey)?.results ?? [];
  const own = ownOngoing(all, storedUser()?.teacher_id ?? null);
  if (!own) return;
  const of = { id: own.id, date };
  const readClass = async () => {
    await listed;
    takeFromDay(queries, of);
    await read(queries, [classQuery(of)]);
  };
  await Promise.all([read(queries, [rollQuery(of)]), readClass()]);
});

export const loadDashboard = loader(async (queries, params) => {
  const today = await todayOf(queries);
  const own = storedUser()?.teacher_id ?? null;
  const teacher =
    params.teacher === 'all' ? undefined : Number(params.teacher) || (own ?? undefined);
  await read(queries, [classesOfDay(params.date ?? today, teacher), comingHolidays(today)]);
});

export const loadTodaysRolls = loader(async (queries) => {
  const user = storedUser();
  const isAll = user && can(user.permissions, 'Attendance', 'teacherFilter');
  if (!user || (!isAll && user.teacher_id === null)) return;
  const today = await todayOf(queries);
  await read(queries, [classesOfDay(today, isAll ? undefined : (user.teacher_id ?? undefined))]);
});

export const loadWeek = loader(async (queries, params) => {
  // A teacher without parameters is redirected to their own week.
  if (weekFilterNames.every((name) => params[name] === undefined) && storedUser()?.teacher_id)
    return;
  const monday = mondayOf(await dateOrToday(queries, params.date));
  await read(queries, [weekQuery(monday, filtersOf(params))]);
});

export const loadDetails = loader((queries, { id = '' }) =>
  read(queries, id ? [detailsOf(id)] : []),
);
