import type { z } from 'zod';
import { can } from '#contract/permissions.ts';
import type { roomAwayChange } from '#contract/timetable/room-away.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { forbidden, validationError } from '#server/platform/http/api-error.ts';
import { required } from '#server/platform/required.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { lockNeeds } from '../clashes/lock.ts';
import { insertClosing } from '../room-closings/queries.ts';
import { assertActive, assertAll, assertNoClashAfter, assertUnchanged, chosen } from './chosen.ts';
import { hasTakenPlace, type Correcting } from './correction.ts';
import { changeRows, type Change } from './operations.ts';
import { roomsOfRow, type MeetingRow } from './store.ts';

/**
 * Moves or cancels meetings of a room that cannot be used, and closes it for others.
 * @param localNow the institute's local date and time.
 */
export async function moveOutOfRoom(
  trx: Database,
  {
    classroom,
    meetings: requested,
    close,
    reason = null,
    confirm,
  }: z.output<typeof roomAwayChange>,
  { user, now, localNow }: Pick<Correcting, 'user' | 'now'> & { localNow: string },
): Promise<Change> {
  if (close && !can(user.permissions, 'Classroom', 'edit'))
    throw forbidden('You may not close rooms.');
  const byId = new Map(requested.map((meeting) => [meeting.id, meeting]));
  const rooms = requested.flatMap(({ room }) => room ?? []);
  if (rooms.includes(classroom))
    throw validationError('meetings', 'must name another room than the one that cannot be used');
  const classrooms = [classroom, ...rooms];
  const meetings = await chosen(trx, { ids: [...byId.keys()] }, { classrooms }, 'meetings');
  if (meetings.length === 0) await lockNeeds(trx, { classrooms });
  for (const meeting of meetings) assertUnchanged(meeting, byId.get(meeting.id)?.sequence);
  const roomOf = (id: number) => required(byId.get(id), `Meeting ${id}`).room;
  assertAll(
    meetings,
    (it) =>
      (!roomsOfRow(it).includes(classroom) && 'is not held in this room') ||
      (it.status !== 'scheduled' && 'does not take place') ||
      (it.roll_closed && 'has a closed roll') ||
      (hasTakenPlace(localNow)(it) && 'was held: correct its room on its roll') ||
      (roomsOfRow(it).includes(roomOf(it.id) ?? 0) && 'has this room already'),
  );
  await assertActive(trx, 'classroom', rooms);
  let closing: number | null = null;
  if (close) {
    await checkReferences(trx, { classroom: 'classroom' }, { classroom });
    closing = await insertClosing(
      trx,
      {
        classroom_id: classroom,
        closed_from: close.from,
        closed_to: close.to,
        reason: reason ?? '',
      },
      { user: user.id, now },
    );
  }
  const change = await changeRows(trx, meetings, (it) => {
    const room = roomOf(it.id);
    return room === null
      ? { ...it, status: 'cancelled', reason }
      : { ...it, ...withRoom(it, classroom, room), own_room: true };
  });
  if (!confirm) await assertNoClashAfter(trx, change, ['classroom', 'closed', 'seats']);
  return { ...change, room_closing_id: closing };
}

type RoomColumns = Pick<MeetingRow, 'classroom_id' | 'more_classroom_ids'>;

/** The rooms of a meeting with one of them replaced. */
const withRoom = (
  { classroom_id, more_classroom_ids }: RoomColumns,
  former: number,
  next: number,
): RoomColumns => ({
  classroom_id: classroom_id === former ? next : classroom_id,
  more_classroom_ids: more_classroom_ids?.map((id) => (id === former ? next : id)) ?? null,
});
