import {
  getRoomHours,
  listRoomUse,
  listStudentGaps,
  listTeacherLoads,
  listTimetableClashes,
} from '#contract/timetable/timetable-health.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { clashesOfTimetable } from './clashes.ts';
import { presentPeriod, readPeriod } from './period.ts';
import { roomHoursOf, roomUseOf, type Opening } from './rooms.ts';
import { fullestWeek, studentsWithGapsIn } from './students.ts';
import { teacherLoadsOf } from './teachers.ts';

const nothing = { rows: [], total: 0 };

/** Problems of a semester's timetable, and the load of its days and rooms. */
export function timetableHealthRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, listTimetableClashes, async (request) => {
    const { query } = request;
    const period = await readPeriod(database, query, clock.today());
    const found = period
      ? await clashesOfTimetable(database, period, query)
      : { ...nothing, counts: [] };
    return {
      ...presentList(request, query, found),
      period: presentPeriod(period),
      counts: found.counts,
    };
  });

  implement(api, listTeacherLoads, async (request) => {
    const { query } = request;
    const period = await readPeriod(database, query, clock.today());
    const found = period ? await teacherLoadsOf(database, period, query) : nothing;
    return { ...presentList(request, query, found), period: presentPeriod(period) };
  });

  implement(api, listStudentGaps, async (request) => {
    const { query, user } = request;
    if (!can(user.permissions, 'Students', 'read'))
      throw forbidden('Only who may read students sees their gaps.');
    const period = await readPeriod(database, query, clock.today());
    const monday = period && (await fullestWeek(database, period));
    const found =
      period && monday ? await studentsWithGapsIn(database, period, monday, query) : nothing;
    return { ...presentList(request, query, found), period: presentPeriod(period) };
  });

  implement(api, listRoomUse, async (request) => {
    const { query } = request;
    assertOpening(query);
    const period = await readPeriod(database, query, clock.today());
    const found = period ? await roomUseOf(database, period, query) : nothing;
    return { ...presentList(request, query, found), period: presentPeriod(period) };
  });

  implement(api, getRoomHours, async ({ query }) => {
    assertOpening(query);
    const period = await readPeriod(database, query, clock.today());
    const found = period ? await roomHoursOf(database, period, query) : { rooms: 0, hours: [] };
    return { ...found, period: presentPeriod(period) };
  });
}

function assertOpening({ open_from, open_to }: Opening): void {
  if (open_from >= open_to) throw validationError('open_to', 'must be after open_from');
}
