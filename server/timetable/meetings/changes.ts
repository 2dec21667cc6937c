import type { z } from 'zod';
import type {
  cancellation,
  cover,
  restoration,
  roomChange,
} from '#contract/timetable/meeting-changes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { required } from '#server/platform/required.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { furtherColumns } from '../class-schedules/further.ts';
import { assertAll, assertNoClashAfter, chosen, movedAway } from './chosen.ts';
import { assertMayCorrect, recordCorrections, type Correcting } from './correction.ts';
import { changeRows, type Change } from './operations.ts';
import { heldByHand } from './held-by-hand.ts';
import {
  isCheckedIn,
  isInAnotherPlace,
  placesOfRow,
  withPlace,
  type MeetingPlace,
} from './places.ts';
import { planDates } from './planning.ts';
import { lockMeetings, rowOf, type MeetingRow } from './store.ts';

/** Cancelled ones do not change. */
export async function cancel(
  trx: Database,
  { reason, ...body }: z.output<typeof cancellation>,
): Promise<Change> {
  const meetings = await chosen(trx, body);
  assertAll(meetings, movedAway);
  return changeRows(
    trx,
    meetings.filter((it) => it.status !== 'cancelled' || it.reason !== reason),
    (it) => ({ ...it, status: 'cancelled', reason }),
  );
}

export async function restore(trx: Database, body: z.output<typeof restoration>): Promise<Change> {
  const meetings = await chosen(trx, body);
  assertAll(meetings, (it) => movedAway(it) || (it.archived && 'belongs to an archived class'));
  const restored = meetings.filter((it) => it.status !== 'scheduled');
  const held = await heldByHand(trx, restored.map(rowOf));
  const byId = new Map(held.map((row) => [row.id, row]));
  const { before, after } = await changeRows(trx, restored, (it) => ({
    ...(byId.get(it.id) ?? it),
    status: 'scheduled',
    reason: null,
  }));
  // Its class may have got other times, another room or another teacher meanwhile.
  await planDates(trx, after);
  const planned = await lockMeetings(
    trx,
    after.map(({ id }) => id),
  );
  return { before, after: planned.map(rowOf) };
}

export async function coverBy(
  trx: Database,
  { teacher_id, place, payroll_id = null, reason = null, confirm, ...body }: z.output<typeof cover>,
  setsPayCodes: boolean,
  correcting: Correcting,
): Promise<Change> {
  const meetings = await chosen(trx, body, { teachers: [teacher_id] });
  if (place !== undefined && meetings.every((it) => placeIn(it, place) === undefined))
    throw validationError('place', 'is no teacher of these classes on their dates');
  const corrected = await assertMayCorrect(trx, meetings, correcting, { reason, changesPay: true });
  assertAll(meetings, (it) => {
    const of = placeIn(it, place);
    return (
      (of === undefined && 'is not planned with the teacher to be covered') ||
      (of !== undefined && isCheckedIn(it, of) && 'has a check-in') ||
      (it.status !== 'scheduled' && 'does not take place') ||
      (of?.teacher === teacher_id && 'is planned with this teacher') ||
      (of !== undefined &&
        teacher_id !== null &&
        isInAnotherPlace(it, of, teacher_id) &&
        'has this teacher already: the others can teach without the absent one')
    );
  });
  if (teacher_id !== null) {
    const references = { teacher_id: 'teacher', payroll_id: 'pay_code' } as const;
    await checkReferences(trx, references, { teacher_id, payroll_id });
  }
  // A user who may not set pay codes keeps the one of the same teacher.
  const payCodeOf = ({ cover: former, code }: MeetingPlace) =>
    !setsPayCodes && former === teacher_id ? code : payroll_id;
  const isOther = (of: MeetingPlace) =>
    of.cover !== teacher_id || of.code !== payCodeOf(of) || of.away;
  const change = await changeRows(
    trx,
    meetings.filter(
      (it) => it.reason !== reason || isOther(required(placeIn(it, place), 'A place')),
    ),
    (it) => {
      const of = required(placeIn(it, place), 'A place');
      const code = teacher_id === null ? null : payCodeOf(of);
      return {
        ...it,
        ...withPlace(it, { teacher: of.teacher, cover: teacher_id, code, away: false }),
        reason,
      };
    },
  );
  if (teacher_id !== null && !confirm) await assertNoClashAfter(trx, change, ['teacher']);
  await recordCorrections(trx, corrected, change, correcting, { kind: 'covered', reason });
  return change;
}

/** The place of a planned teacher, by default the first one. */
const placeIn = (row: MeetingRow, teacher = row.teacher_id): MeetingPlace | undefined =>
  placesOfRow(row).find((place) => place.teacher === teacher);

export async function changeRoom(
  trx: Database,
  { classroom_id, more_rooms, confirm, reason = null, ...body }: z.output<typeof roomChange>,
  correcting: Correcting,
): Promise<Change> {
  const meetings = await chosen(trx, body, { classrooms: [classroom_id, ...(more_rooms ?? [])] });
  const corrected = await assertMayCorrect(trx, meetings, correcting, {
    reason,
    changesPay: false,
  });
  await checkReferences(trx, { classroom_id: 'classroom' }, { classroom_id });
  const { more_classroom_ids: given } = await furtherColumns(trx, { more_rooms, classroom_id });
  const moreOf = (it: MeetingRow) => (given === undefined ? it.more_classroom_ids : given);
  assertAll(meetings, (it) => it.status !== 'scheduled' && 'does not take place');
  const change = await changeRows(
    trx,
    meetings.filter(
      (it) =>
        it.classroom_id !== classroom_id ||
        String(it.more_classroom_ids ?? []) !== String(moreOf(it) ?? []),
    ),
    (it) => ({ ...it, classroom_id, more_classroom_ids: moreOf(it), own_room: true }),
  );
  if (!confirm) await assertNoClashAfter(trx, change, ['classroom', 'closed', 'seats']);
  await recordCorrections(trx, corrected, change, correcting, { kind: 'other_room', reason });
  return change;
}
