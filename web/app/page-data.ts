import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { isDate } from '../../contract/dates.ts';
import { classesOn, classQuery, ownOngoing, rollQuery } from '../features/attendance/roll.ts';
import { classesOfDay, comingHolidays } from '../features/dashboard/queries.ts';
import { detailsOf } from '../features/students/details/query.ts';
import { shapeOfList } from '../ui/list/request.ts';
import { rowsOf } from '../ui/list/useRows.ts';
import { configQuery } from './config.ts';
import { listApis } from './first-reads.ts';
import { keptUser } from './session.ts';

/** What loaders are given. */
export interface PageContext {
  queries: QueryClient;
}

interface Loaded {
  context: PageContext;
  location: { pathname: string; search: unknown };
}
type Said = Record<string, string | undefined>;

/** A page is shown without its data after so long, and says itself that it waits. */
const longestMs = 250;

// oxlint-disable-next-line typescript/no-explicit-any -- queries of every kind.
type Query = FetchQueryOptions<any, any, any, any>;

/** Reads what is missing together with the page's code; what is there already is refreshed behind it. */
async function read(queries: QueryClient, wanted: Query[]): Promise<void> {
  const missing = wanted.filter(({ queryKey }) => queries.getQueryData(queryKey) === undefined);
  const answers = wanted.map((query) => ({ query, answer: queries.prefetchQuery(query) }));
  await Promise.all(answers.filter(({ query }) => missing.includes(query)).map(({ answer }) => answer));
}

/** A loader must neither hold a page up nor fail: the page's own queries say what went wrong. */
const loader =
  (load: (queries: QueryClient, said: Said, path: string) => Promise<void>) =>
  async ({ context: { queries }, location: { pathname, search } }: Loaded): Promise<void> => {
    const waited = new Promise<void>((resolve) => setTimeout(resolve, longestMs));
    await Promise.race([load(queries, search as Said, pathname).catch(() => {}), waited]);
  };

const todayOf = async (queries: QueryClient) => (await queries.ensureQueryData(configQuery)).today;

export const loadList = loader(async (queries, said, path) => {
  const api = listApis[path];
  if (api !== undefined && said.show !== 'week') await read(queries, [rowsOf({ api }, shapeOfList(said))]);
});

export const loadRoll = loader(async (queries, { id, date }) => {
  if (!Number(id)) return;
  const of = { id: Number(id), date: isDate(date ?? '') ? date! : await todayOf(queries) };
  await read(queries, [rollQuery(of), classQuery(of.id)]);
});

export const loadStartPage = loader(async (queries, said) => {
  const date = isDate(said.date ?? '') ? said.date! : await todayOf(queries);
  await read(queries, [classesOn(date)]);
  const all = queries.getQueryData(classesOn(date).queryKey)?.results ?? [];
  const own = ownOngoing(all, keptUser()?.teacher_id ?? null);
  if (own) await read(queries, [rollQuery({ id: own.id, date }), classQuery(own.id)]);
});

export const loadDashboard = loader(async (queries, said) => {
  const today = await todayOf(queries);
  const own = keptUser()?.teacher_id ?? null;
  const teacher = said.teacher === 'all' ? undefined : Number(said.teacher) || (own ?? undefined);
  await read(queries, [classesOfDay(said.date ?? today, teacher), comingHolidays(today)]);
});

export const loadDetails = loader((queries, { id = '' }) => read(queries, id ? [detailsOf(id)] : []));
