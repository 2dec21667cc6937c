import { sql } from 'kysely';
import type { ChangesSince, RollCallEnd } from '#contract/attendance/building.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { LiveHub } from '#server/platform/live/hub.ts';
import type { Change } from '#server/platform/live/wire.ts';
import { topicsOf } from '#server/school/live-marks.ts';
import { bringUpToDate, newsOf } from './listed.ts';
import { presentPeople, readPeople } from './queries.ts';
import { lockRollCall, noRollCall, runningRollCall } from './roll-calls.ts';

const topic = 'building';

/** Marks come many at a time: the list is compared with them at most so often, in milliseconds. */
const pauseMs = 1000;

/** What a stream of the building follows: roll calls, and the marks of the day. */
export const buildingTopics = (today: string): string[] => [topic, ...topicsOf({ date: today })];

/** Announces who has changed; null: everything, as at the start and the end. */
export const publishBuilding = (live: LiveHub, numbers: number[] | null): void => {
  if (numbers === null || numbers.length > 0) live.publish(topic, numbers);
};

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'files' | 'live'>;

/** The people who have changed since a version. @throws ApiError 404 */
export async function changesAfter(
  context: Context,
  { roll_call, since }: { roll_call: number; since: number },
): Promise<ChangesSince> {
  const as_of = context.live.moment();
  const found = await context.database
    .selectFrom('building_roll_call as b')
    .leftJoin('app_user as u', 'u.id', 'b.ended_by')
    .select([
      'b.version',
      'b.kind',
      'b.ended_at',
      'u.name as ended_by',
      'b.expected',
      'b.accounted',
    ])
    .where('b.id', '=', roll_call)
    .executeTakeFirst();
  if (!found) throw noRollCall();
  const { kind, ended_at, ended_by, expected, accounted } = found;
  const end: RollCallEnd | null =
    ended_at === null
      ? null
      : {
          id: roll_call,
          kind,
          ended_at,
          ended_by,
          expected: expected ?? 0,
          accounted: accounted ?? 0,
        };
  // Who changes between the two reads has a later version, and comes once more with the next ones.
  const rows = await readPeople(context.database, roll_call, sql`x.version > ${since}`);
  const shown = await presentPeople(context, rows);
  return { ended: end !== null, end, version: found.version, as_of, ...shown };
}

export interface BuildingNews {
  /** The data of an event for all streams of the process: null for no event. */
  describe: (change: Change) => Promise<object | null>;
  /**
   * Compares the list of a running roll call with the marks of today. `once`: where that was done within a second, it
   * is not done once more after it, since who asks comes again.
   */
  refresh: (how?: { once: boolean }) => Promise<void>;
}

export function createBuildingNews(context: Context): BuildingNews {
  const described = new WeakMap<Change, Promise<object | null>>();
  let refreshing: Promise<void> | null = null;

  async function compare(): Promise<void> {
    const running = await runningRollCall(context.database);
    const id = running?.rollCall.id;
    if (id === undefined) return;
    const news = await newsOf(context.database, context, id);
    if (news.length === 0) return;
    const changed = await inTransaction(context.database, async (trx) => {
      const { ended_at, version } = await lockRollCall(trx, id);
      if (ended_at !== null) return [];
      const numbers = await bringUpToDate(trx, context, { rollCall: id, version: version + 1 });
      if (numbers.length)
        await trx
          .updateTable('building_roll_call')
          .set({ version: version + 1 })
          .where('id', '=', id)
          .execute();
      return numbers;
    });
    publishBuilding(context.live, changed);
  }

  /** What comes while one comparison runs or pauses is seen by the next one. */
  let again = false;
  function refresh({ once } = { once: false }): Promise<void> {
    if (refreshing) {
      if (!once) again = true;
      return refreshing;
    }
    const work = compare();
    refreshing = work;
    const next = () => {
      setTimeout(() => {
        refreshing = null;
        if (!again) return;
        again = false;
        // A later change or the next page tries once more.
        refresh().catch(() => {});
      }, pauseMs).unref();
    };
    work.then(next, next);
    return work;
  }

  async function read(change: Change): Promise<object | null> {
    const running = await runningRollCall(context.database);
    if (change.topic !== topic) {
      if (!running) return {};
      await refresh();
      return null;
    }
    if (!running || change.ids === null) return {};
    const rows = await readPeople(
      context.database,
      running.rollCall.id,
      sql`x.number = any(${change.ids}::int[])`,
    );
    const shown = await presentPeople(context, rows);
    return { ended: false, version: running.version, ...shown };
  }

  return {
    refresh,
    describe(change) {
      // All streams of a topic receive a change as the same object.
      const known = described.get(change) ?? read(change);
      described.set(change, known);
      return known;
    },
  };
}
