import { assertSetsPayCodes } from '#server/school/may-set-pay-code.ts';
import { can } from '#contract/permissions.ts';
import {
  classScheduleEndpoints,
  getClashes,
  addSuccessor,
  previewClassChange,
  previewSuccessor,
} from '#contract/timetable/timetable.endpoints.ts';
import { classOnDateQuery } from '#contract/timetable/timetable.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  readOne,
  readPage,
  type ListQuery,
  type ResourceReader,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { changeWithin } from '#server/platform/resource/writer.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';
import { clashes } from '../clashes/judge.ts';
import { meetingsOfClasses, weeklyMeetings } from '../clashes/proposals.ts';
import { lastChangeOf } from '../meetings/pattern-change.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { planAt } from '../meetings/planning.ts';
import { rolledBack } from '../meetings/rolled-back.ts';
import { takeOver } from './successor.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { classClashes } from './clashes.ts';
import { presentClass, presentClasses } from './present.ts';
import { previewChange } from './preview.ts';
import { changesOf } from './changes-on-date.ts';
import {
  classList,
  classOnDate,
  meetingList,
  type ClassesQuery,
  type ClassRow,
} from './queries.ts';
import { classWriter, plainClassWriter } from './writer.ts';

export function timetableRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock, live, settings } = context;
  const reader: ResourceReader = {
    async page(query: ListQuery & Pick<ClassesQuery, 'date'>, user) {
      const as_of = live.moment();
      const { rows, total } = await readPage<ClassRow, ClassesQuery>(
        database,
        query.date === undefined ? classList : meetingList,
        { ...query, edit_days: settings.current().edit_days },
      );
      const shown = {
        day: query.date ?? query.today,
        date: query.date,
        changes: await changesOf(database, rows),
        payCode: can(user.permissions, 'Payrolls', 'read'),
        teacher: user.teacherId,
      };
      const page = { rows: presentClasses(clock, rows, shown), total };
      return query.date === undefined ? page : { ...page, as_of };
    },
    async findById(id, user, query) {
      const { date } = classOnDateQuery.parse(query ?? {});
      const day = date ?? clock.today();
      const list = date === undefined ? classList : classOnDate;
      const row = await readOne<ClassRow, ClassesQuery>(database, list, id, {
        search: '',
        limit: 1,
        page: 1,
        ordering: '',
        today: clock.today(),
        edit_days: settings.current().edit_days,
        ...(date !== undefined && { date }),
      });
      if (!row) return null;
      const shown = presentClass(clock, row, {
        day,
        ...(date !== undefined && { date, changes: await changesOf(database, [row]) }),
        payCode: can(user.permissions, 'Payrolls', 'read'),
        teacher: user.teacherId,
      });
      // The values of the week, which the form edits.
      if (date !== undefined) return shown;
      const mayEdit = can(user.permissions, 'Timetables', 'edit');
      const seesAll = mayEdit || can(user.permissions, 'Timetables', 'add');
      const meetings = await meetingsOfClasses(database, [id], clock.today());
      const all_clashes = await clashes(database, meetings, {
        // Names of students are for users who plan.
        ...(!seesAll && { kinds: ['teacher', 'classroom'] }),
      });
      const ofOthers = classClashes(all_clashes);
      const last_change = mayEdit ? await lastChangeOf(database, id, user) : undefined;
      return {
        ...shown,
        ...(ofOthers.length && { clashes: ofOthers }),
        ...(seesAll && all_clashes.length && { all_clashes }),
        ...(last_change && { last_change }),
      };
    },
  };
  implement(api, getClashes, async ({ query }) => {
    if (query.start_time >= query.end_time) return { clashes: [], all_clashes: [] };
    const meetings = await weeklyMeetings(database, query, clock.today());
    const all_clashes = await clashes(database, meetings);
    return { clashes: classClashes(all_clashes), all_clashes };
  });

  const prepare = (trx: Database) => planAt(trx, clock);
  const writer = classWriter(context);
  const assertAllowed = (body: Body, user: CurrentUser) => {
    if (body.payroll_id !== undefined || body.co_teacher_pay !== undefined)
      assertSetsPayCodes(user);
  };
  const plain = plainClassWriter(context);
  implement(api, previewClassChange, ({ params: { id }, body, user }) => {
    assertAllowed(body, user);
    return previewChange(database, id, body.effective_from ?? null, {
      prepare,
      change: (trx) => changeWithin(trx, classScheduleEndpoints.resource, plain, id, body, user),
    });
  });
  const succeed = async (trx: Database, given: Parameters<typeof takeOver>[2]) => {
    await prepare(trx);
    return takeOver(trx, context, given);
  };
  implement(api, previewSuccessor, async ({ params: { id }, body, user }) => {
    assertAllowed(body, user);
    // The question lists the clashes.
    const confirmed = { ...body, confirm_clashes: true };
    const found = await rolledBack(database, (trx) => succeed(trx, { id, body: confirmed, user }));
    return { ...found, id: null, operation: null };
  });
  implement(api, addSuccessor, async ({ params: { id }, body, user }, reply) => {
    assertAllowed(body, user);
    const added = await inFormTransaction(database, (trx) => succeed(trx, { id, body, user }));
    publishPlan(context.live);
    return reply.code(201).send(added);
  });
  return registerResource(api, classScheduleEndpoints, reader, writer, {
    database,
    clock,
    assertAllowed,
  });
}
