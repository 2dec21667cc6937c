import type { z } from 'zod';
import type {
  cancellation,
  cover,
  restoration,
  roomChange,
} from '#contract/timetable/meeting-changes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { assertAll, assertNoClashAfter, chosen, movedAway } from './chosen.ts';
import { assertMayCorrect, recordCorrections, type Correcting } from './correction.ts';
import { changeRows, type Change } from './operations.ts';
import { heldByHand } from './held-by-hand.ts';
import { rowOf, type MeetingRow } from './store.ts';

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
  return changeRows(trx, restored, (it) => ({
    ...(byId.get(it.id) ?? it),
    status: 'scheduled',
    reason: null,
  }));
}

export async function coverBy(
  trx: Database,
  { teacher_id, payroll_id = null, reason = null, confirm, ...body }: z.output<typeof cover>,
  setsPayCodes: boolean,
  correcting: Correcting,
): Promise<Change> {
  const meetings = await chosen(trx, body, { teachers: [teacher_id] });
  const corrected = await assertMayCorrect(trx, meetings, correcting, { reason, changesPay: true });
  assertAll(
    meetings,
    (it) =>
      (it.checked_in && 'has a check-in') ||
      (it.status !== 'scheduled' && 'does not take place') ||
      (it.teacher_id === teacher_id && 'is planned with this teacher'),
  );
  if (teacher_id !== null) {
    const references = { teacher_id: 'teacher', payroll_id: 'pay_code' } as const;
    await checkReferences(trx, references, { teacher_id, payroll_id });
  }
  // A user who may not set pay codes keeps the one of the same teacher.
  const payCodeOf = (it: MeetingRow) =>
    !setsPayCodes && it.covering_teacher_id === teacher_id ? it.cover_payroll_id : payroll_id;
  const change = await changeRows(
    trx,
    meetings.filter(
      (it) =>
        it.covering_teacher_id !== teacher_id ||
        it.cover_payroll_id !== payCodeOf(it) ||
        it.reason !== reason,
    ),
    (it) => ({
      ...it,
      covering_teacher_id: teacher_id,
      cover_payroll_id: teacher_id === null ? null : payCodeOf(it),
      reason,
    }),
  );
  if (teacher_id !== null && !confirm) await assertNoClashAfter(trx, change, ['teacher']);
  await recordCorrections(trx, corrected, change, correcting, { kind: 'covered', reason });
  return change;
}

export async function changeRoom(
  trx: Database,
  { classroom_id, confirm, reason = null, ...body }: z.output<typeof roomChange>,
  correcting: Correcting,
): Promise<Change> {
  const meetings = await chosen(trx, body, { classrooms: [classroom_id] });
  const corrected = await assertMayCorrect(trx, meetings, correcting, {
    reason,
    changesPay: false,
  });
  await checkReferences(trx, { classroom_id: 'classroom' }, { classroom_id });
  assertAll(meetings, (it) => it.status !== 'scheduled' && 'does not take place');
  const change = await changeRows(
    trx,
    meetings.filter((it) => it.classroom_id !== classroom_id),
    (it) => ({ ...it, classroom_id, own_room: true }),
  );
  if (!confirm) await assertNoClashAfter(trx, change, ['classroom', 'closed', 'seats']);
  await recordCorrections(trx, corrected, change, correcting, { kind: 'other_room', reason });
  return change;
}
