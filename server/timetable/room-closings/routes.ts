import {
  closeRoom,
  listRoomClosings,
  removeRoomClosing,
} from '#contract/timetable/room-closings.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { lockNeeds } from '../clashes/lock.ts';
import { closingEffect, findClosings, insertClosing } from './queries.ts';

/** Rooms that are closed for some days (R-ROOM-1): their classes stay, and clash with the closing. */
export function roomClosingRoutes(api: Api, { database, clock, live }: AppContext): void {
  implement(api, listRoomClosings, async ({ query }) => ({
    results: await findClosings(database, query.classroom, clock.today()),
  }));

  implement(api, closeRoom, async ({ body, user }, reply) => {
    const { preview, ...closing } = body;
    const answer = await inFormTransaction(database, async (trx) => {
      await lockNeeds(trx, { classrooms: [closing.classroom_id] });
      await checkReferences(
        trx,
        { classroom_id: 'classroom' },
        { classroom_id: closing.classroom_id },
      );
      const effect = await closingEffect(trx, closing, clock.today());
      if (preview) return { id: null, ...effect };
      const by = { user: user.id, now: clock.now().toString() };
      return { id: await insertClosing(trx, closing, by), ...effect };
    });
    if (!preview) publishPlan(live);
    return reply.code(preview ? 200 : 201).send(answer);
  });

  implement(api, removeRoomClosing, async ({ params: { id } }, reply) => {
    const removed = await database
      .deleteFrom('room_closing')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw notFound('This closing');
    publishPlan(live);
    return reply.code(204).send(null);
  });
}
