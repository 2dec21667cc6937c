import type { FastifyReply, FastifyRequest } from 'fastify';
import type { getAttendance, getRollHistory } from '#contract/attendance/attendance.endpoints.ts';
import { summarise } from '#contract/attendance/summary.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { limits } from '#contract/limits.ts';
import { can } from '#contract/permissions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestQuery } from '#server/platform/http/implement.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { minHeld } from '#server/platform/http/large-lists.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { historyOf, historyOfRoll } from './history.ts';
import { excuseOf, findRecord, findRecords, findRoll, problemOf } from './queries.ts';
import { noRecord } from './withdrawing.ts';

type TakeTurn = Pick<FastifyReply, 'takeLargeListTurn'>;

/** The roll of a class on a date, or a page of the records that the query finds. */
export async function listAttendance(
  context: AppContext,
  request: FastifyRequest,
  query: RequestQuery<typeof getAttendance>,
  reply: TakeTurn,
) {
  const { class_schedule, date, student, search } = query;
  if (class_schedule === undefined || date === undefined || student !== undefined) {
    const { rows, total } = await findRecords(context.database, query);
    return presentList(request, query, { rows: await withPhotos(context, rows), total });
  }
  const as_of = context.live.moment();
  const { rows, no_class } = await readRoll(context, { class_schedule, date, search }, reply);
  const next_date = no_class ? await nextDate(context.database, class_schedule, date) : null;
  const paged = { total: rows.length, next: null, previous: null };
  return { results: rows, ...paged, no_class, next_date, as_of };
}

/** The roll of a class on a date, with the number of students of each status. */
export async function rollWithSummary(
  context: AppContext,
  class_schedule: number,
  date: string,
  reply: TakeTurn,
) {
  const { rows, no_class } = await readRoll(context, { class_schedule, date }, reply);
  return { results: rows, summary: summarise(rows), no_class };
}

/** The first date after one on which a class takes place. */
async function nextDate(database: Database, id: number, date: string): Promise<string | null> {
  const found = await database
    .selectFrom('class_meeting as g')
    .select('date')
    .where('class_schedule_id', '=', id)
    .where('date', '>', date)
    .where(takesPlace)
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  return found?.date ?? null;
}

interface RollQuery {
  class_schedule: number;
  date: string;
  search?: string | undefined;
}

async function readRoll(
  context: AppContext,
  { class_schedule, date, search }: RollQuery,
  reply: TakeTurn,
) {
  const { database } = context;
  const query = { classSchedule: class_schedule, date, search };
  let rows = await findRoll(database, { ...query, limit: minHeld });
  if (rows.length === minHeld) {
    await reply.takeLargeListTurn();
    rows = await findRoll(database, { ...query, limit: limits.mostRows + 1 });
    if (rows.length > limits.mostRows)
      throw validationError(
        'class_schedule',
        `has more than ${limits.mostRows} students that match: search for some of them`,
      );
  }
  const problem = rows.length ? null : await problemOf(database, class_schedule, date);
  if (problem === 'unknown') throw notFound('This class');
  return { rows: await withPhotos(context, rows), no_class: problem };
}

/** A record; its excuse is shown to users who may read leaves, and to the user who entered it. */
export async function attendanceRecord(context: AppContext, id: IdOrUuid, user: CurrentUser) {
  const found = await findRecord(context.database, id);
  if (!found) throw noRecord();
  const why = found.excused ? await excuseOf(context.database, found) : null;
  const mayRead =
    why?.changed_by === user.id || can(user.permissions, 'Approved Leave List', 'read');
  return {
    ...withPhoto(context, found),
    excuse: (mayRead && why?.excuse) || null,
    excuse_note: (mayRead && why?.excuse_note) || null,
  };
}

/** The changes of a record. */
export async function recordHistory({ database }: AppContext, id: IdOrUuid) {
  const found = await findRecord(database, id);
  if (!found) throw noRecord();
  return { results: await historyOf(database, found) };
}

/** The changes of all marks of a roll. */
export async function rollHistory(
  { database }: AppContext,
  query: RequestQuery<typeof getRollHistory>,
  reply: TakeTurn,
) {
  let rows = await historyOfRoll(database, query, minHeld);
  if (rows.length === minHeld) {
    await reply.takeLargeListTurn();
    rows = await historyOfRoll(database, query);
  }
  return { results: rows };
}

interface WithPhoto {
  profile_image: string | null;
}

const withPhoto = <Row extends WithPhoto>({ files }: AppContext, row: Row): Row => ({
  ...row,
  profile_image: files.link(row.profile_image),
});

const withPhotos = <Row extends WithPhoto>(context: AppContext, rows: Row[]): Promise<Row[]> =>
  mapInSlices(rows, (row) => withPhoto(context, row));
