import {
  addExtraMeeting,
  cancelMeetings,
  changeRoomAway,
  changeRoomOfMeetings,
  changeTeacherAway,
  coverMeetings,
  getRoomAway,
  getTeacherAway,
  moveMeeting,
  previewReassignment,
  reassignClasses,
  restoreMeetings,
  undoOperation,
} from '#contract/timetable/meetings.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { OperationDone } from '#contract/timetable/meeting-changes.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishClass, publishPlan } from '#server/school/live-marks.ts';
import { assertSetsPayCodes } from '#server/school/may-set-pay-code.ts';
import { meetingsOfAway } from './away-list.ts';
import { assertInOrder } from './away-period.ts';
import { changeAway } from './away.ts';
import { cancel, changeRoom, coverBy, restore } from './changes.ts';
import { addExtra, moveTo } from './moves.ts';
import { maySetPayCodes } from './pay-codes.ts';
import { planAt } from './planning.ts';
import { previewed, reassign } from './reassign.ts';
import { meetingsOfRoom } from './room-away-list.ts';
import { moveOutOfRoom } from './room-away.ts';
import { rolledBack } from './rolled-back.ts';
import { recordOperation, type Change, type OperationKind } from './operations.ts';
import { undo } from './undo.ts';

/** Changes of classes on their dates: each is one step, and undone in one. */
export function meetingRoutes(api: Api, { database, clock, live, settings }: AppContext): void {
  async function announced(work: (trx: Database) => Promise<OperationDone>) {
    const done = await inFormTransaction(database, async (trx) => {
      await planAt(trx, clock);
      return work(trx);
    });
    for (const it of done.meetings) publishClass(live, it.class_schedule, it.date);
    return done;
  }
  const by = (user: CurrentUser) => ({ user: user.id, now: clock.now().toString() });
  const correcting = (user: CurrentUser) => ({
    user,
    today: clock.today(),
    now: clock.now().toString(),
  });
  const change = (
    kind: OperationKind,
    user: CurrentUser,
    work: (trx: Database) => Promise<Change>,
  ) => announced(async (trx) => recordOperation(trx, kind, await work(trx), by(user)));

  implement(api, cancelMeetings, ({ body, user }) =>
    change('cancel', user, (trx) => cancel(trx, body)),
  );
  implement(api, restoreMeetings, ({ body, user }) =>
    change('restore', user, (trx) => restore(trx, body)),
  );
  implement(api, coverMeetings, ({ body, user }) => {
    if (body.payroll_id !== undefined) assertSetsPayCodes(user);
    return change('cover', user, (trx) =>
      coverBy(trx, body, maySetPayCodes(user), correcting(user)),
    );
  });
  implement(api, changeRoomOfMeetings, ({ body, user }) =>
    change('room', user, (trx) => changeRoom(trx, body, correcting(user))),
  );
  implement(api, moveMeeting, ({ params, body, user }) =>
    change('move', user, (trx) => moveTo(trx, params.id, body, clock.timeZone)),
  );
  implement(api, addExtraMeeting, ({ body, user }) =>
    change('extra', user, (trx) => addExtra(trx, body, clock.timeZone)),
  );
  implement(api, getTeacherAway, async ({ query }) => {
    assertInOrder(query);
    return meetingsOfAway(database, query, localNow(clock));
  });
  implement(api, changeTeacherAway, ({ body, user }) =>
    change('away', user, (trx) => changeAway(trx, body, localNow(clock))),
  );
  implement(api, getRoomAway, async ({ query }) => {
    assertInOrder(query);
    return meetingsOfRoom(database, query, localNow(clock));
  });
  implement(api, changeRoomAway, async ({ body, user }) => {
    const done = await change('room', user, (trx) =>
      moveOutOfRoom(trx, body, { ...by(user), user, localNow: localNow(clock) }),
    );
    if (body.close) publishPlan(live);
    return done;
  });
  implement(api, previewReassignment, ({ body }) =>
    rolledBack(database, async (trx) => {
      await planAt(trx, clock);
      return previewed(trx, body);
    }),
  );
  implement(api, reassignClasses, ({ body, user }) =>
    announced((trx) => reassign(trx, body, by(user))),
  );
  implement(api, undoOperation, async ({ params, body: { confirm_clashes }, user }) => {
    const done = await announced((trx) =>
      undo(trx, params.id, {
        ...by(user),
        today: clock.today(),
        setsPayCodes: maySetPayCodes(user),
        opensRooms: can(user.permissions, 'Classroom', 'edit'),
        mode: settings.current().clashes,
        confirm: confirm_clashes,
      }),
    );
    // It may have opened a room.
    publishPlan(live);
    return done;
  });
}
