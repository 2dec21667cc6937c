import {
  endRollCall,
  followBuilding,
  getBuildingChanges,
  getRollCall,
  getRollCallNow,
  getWhoIsHere,
  listRollCalls,
  startRollCall,
  tickPeople,
} from '#contract/attendance/building.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { streamChanges } from '#server/platform/live/stream.ts';
import { buildingTopics, changesAfter, createBuildingNews, publishBuilding } from './news.ts';
import { presentPeople, readPeople, readPeopleNow } from './queries.ts';
import {
  beginRollCall,
  findRollCalls,
  finishRollCall,
  recordOf,
  runningRollCall,
} from './roll-calls.ts';
import { takeTicks } from './ticks.ts';

/** Who is here now, and roll calls of the building. */
export function buildingRoutes(api: Api, context: AppContext): void {
  const { database, clock, live, settings } = context;
  const news = createBuildingNews(context);

  /** Who is where concerns everybody: teachers see it where the institute says so (R-HERE-5). */
  const maySee = ({ permissions }: CurrentUser): boolean =>
    can(permissions, 'Attendance', 'teacherFilter') || settings.current().teachers_see_building;
  const assertMaySee = (user: CurrentUser) => {
    if (!maySee(user)) throw forbidden('The institute has not opened this page for teachers.');
  };

  implement(api, getWhoIsHere, async ({ user }, reply) => {
    assertMaySee(user);
    await reply.takeLargeListTurn();
    const [at, as_of] = [clock.now().toString(), live.moment()];
    const running = await runningRollCall(database);
    const rows = running
      ? await readPeople(database, running.rollCall.id)
      : await readPeopleNow(context);
    const shown = await presentPeople(context, rows);
    return {
      roll_call: running?.rollCall ?? null,
      version: running?.version ?? 0,
      at,
      as_of,
      ...shown,
    };
  });

  implement(api, getRollCallNow, async ({ user }) => {
    assertMaySee(user);
    const running = await runningRollCall(database);
    return { roll_call: running?.rollCall ?? null };
  });

  implement(api, getBuildingChanges, async ({ query, user }) => {
    assertMaySee(user);
    // A page whose stream is cut has no other way to learn who has come.
    const running = await runningRollCall(database);
    if (running?.rollCall.id === query.roll_call) await news.refresh({ once: true });
    return changesAfter(context, query);
  });

  implement(api, followBuilding, async (request, reply) => {
    assertMaySee(request.user);
    // Marks of before this process follows them.
    news.refresh().catch(() => {});
    streamChanges(request, reply, live, {
      topics: buildingTopics(clock.today()),
      ...request.query,
      describe: news.describe,
      // The setting may be taken back while the stream is open.
      isAllowed: () => maySee(request.user),
    });
  });

  implement(api, startRollCall, async (request, reply) => {
    const { body, user } = request;
    const id = await beginRollCall(context, { ...body, note: body.note ?? null, user: user.id });
    request.auditAbout = { roll_call: id };
    publishBuilding(live, null);
    return reply.code(201).send({ id });
  });

  implement(api, tickPeople, async ({ body, user }) => {
    assertMaySee(user);
    const { late, version, changed } = await takeTicks(context, body, user.id);
    publishBuilding(live, changed);
    return { late, version };
  });

  implement(api, endRollCall, async ({ params: { id }, user }) => {
    await finishRollCall(context, { id, user: user.id });
    publishBuilding(live, null);
    return recordOf(context, id);
  });

  implement(api, listRollCalls, async (request) =>
    presentList(request, request.query, await findRollCalls(database, request.query)),
  );

  implement(api, getRollCall, async ({ params: { id } }, reply) => {
    await reply.takeLargeListTurn();
    return recordOf(context, id);
  });
}
