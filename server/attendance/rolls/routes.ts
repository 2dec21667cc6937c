import {
  changeAttendance,
  closeRoll as closeRollEndpoint,
  decideHeldMarks,
  explainEmptyRoll,
  followChanges,
  getAttendance,
  getAttendanceHistory,
  getAttendanceRecord,
  getRollEvents,
  getRollHistory,
  getRollWithSummary,
  listHeldMarks,
  markAttendance,
  markRestAbsent as markRestAbsentEndpoint,
  markStudents as markStudentsEndpoint,
  reopenRoll as reopenRollEndpoint,
  undoMarks as undoMarksEndpoint,
  withdrawAttendance,
  withdrawMarks as withdrawMarksEndpoint,
} from '#contract/attendance/attendance.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { streamChanges } from '#server/platform/live/stream.ts';
import { createChangeReader, topicsOf } from '#server/school/live-marks.ts';
import { requestOf } from './answer-once.ts';
import { closeRoll, eventsOfRoll, reopenRoll } from './closing.ts';
import { whyEmpty } from './empty-roll.ts';
import { decideHeld, heldMarksOf } from './held.ts';
import { changeRecord, markByKeys, markPresent } from './mark-calls.ts';
import {
  attendanceRecord,
  listAttendance,
  recordHistory,
  rollHistory,
  rollWithSummary,
} from './reading.ts';
import { markRestAbsent } from './selections.ts';
import { undoMarks } from './undo.ts';
import { withdrawMarks, withdrawRecord } from './withdrawing.ts';

export function attendanceRoutes(api: Api, context: AppContext): void {
  const { database, clock, live } = context;
  const readChange = createChangeReader(database);

  implement(api, getAttendance, (request, reply) =>
    listAttendance(context, request, request.query, reply),
  );
  implement(api, getAttendanceRecord, ({ params, user }) =>
    attendanceRecord(context, params.id, user),
  );
  implement(api, getAttendanceHistory, ({ params }) => recordHistory(context, params.id));
  implement(api, markAttendance, async (request, reply) => {
    const { changed, answer } = await markByKeys(context, request);
    return reply.code(changed ? 201 : 200).send(answer);
  });
  implement(api, markStudentsEndpoint, async (request, reply) => {
    const { changed, answer } = await markPresent(context, request);
    return reply.code(changed ? 201 : 200).send(answer);
  });
  implement(api, listHeldMarks, ({ query, user }) => heldMarksOf(database, user, query));
  implement(api, decideHeldMarks, ({ body, user }) => decideHeld(context, user, body));
  implement(api, markRestAbsentEndpoint, (request) =>
    markRestAbsent(context, requestOf(request), request.body),
  );
  implement(api, withdrawMarksEndpoint, (request) =>
    withdrawMarks(context, requestOf(request), request.body),
  );
  implement(api, closeRollEndpoint, (request) =>
    closeRoll(context, requestOf(request), request.body),
  );
  implement(api, reopenRollEndpoint, (request) =>
    reopenRoll(context, requestOf(request), request.body),
  );
  implement(api, getRollEvents, ({ query, user }) => eventsOfRoll(context, user, query));
  implement(api, getRollHistory, ({ query }, reply) => rollHistory(context, query, reply));
  implement(api, undoMarksEndpoint, (request) =>
    undoMarks(context, requestOf(request), request.body),
  );
  implement(api, changeAttendance, ({ params, body, user }) =>
    changeRecord(context, params.id, body, user),
  );
  implement(api, withdrawAttendance, async ({ params, query, user }, reply) => {
    await withdrawRecord(context, user, params.id, query.status);
    return reply.code(204).send(null);
  });
  implement(api, getRollWithSummary, ({ body }, reply) =>
    rollWithSummary(context, body.class_schedule, body.date ?? clock.today(), reply),
  );
  implement(api, explainEmptyRoll, ({ query }) => whyEmpty(database, query));
  implement(api, followChanges, async (request, reply) => {
    const { since, ...followed } = request.query;
    const isPlan = followed.until !== undefined;
    streamChanges(request, reply, live, {
      topics: topicsOf(followed),
      since,
      // A plan of several dates has no marks.
      describe: isPlan ? async ({ ids }) => (ids ? null : {}) : readChange,
    });
  });
}
