import { messages } from '#contract/texts.ts';
import { amountCents } from '#contract/pay/money.ts';
import type { AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { minutesBetween } from '#server/school/when.ts';
import { assertNoOverlap } from './overlap.ts';
import {
  addLog,
  findClassToPay,
  findLogOf,
  findOverlaps,
  hasOtherPlace,
  isPaidFor,
  lockTeacher,
  type ClassToPay,
  type PlaceToPay,
} from './queries.ts';
import { wasContested } from './line-changes.ts';

interface CheckIn {
  class_schedule: number;
  date: string;
  /** The place that is taken. */
  place: PlaceToPay;
  /** Who is paid. */
  teacher: number;
  /** The user who enters it. */
  user: number;
  /** ISO instant. */
  at: string;
  /** The teacher checks in for themselves. */
  isOwn: boolean;
  /** The reader of the teacher's card. */
  device?: number;
  /** The user may enter a check-in to which the class's teacher objected. */
  maySettle: boolean;
  confirm_overlap?: boolean | undefined;
}

const contestedBefore = () =>
  new ApiError(409, {
    detail: 'The teacher of the class objected to your check-in. Accounts decides who is paid.',
  });

/**
 * The class that is paid, read again once the class is locked: a change of the meeting was waited for (R-ROLL-24).
 * @throws ApiError 409 when the class was cancelled or given to another teacher at the same moment.
 */
async function classToPayNow(
  trx: Database,
  { class_schedule, date, place, teacher, isOwn, device, at }: CheckIn,
): Promise<ClassToPay & { place: PlaceToPay }> {
  const tappedAt = device === undefined ? null : at;
  const now = await findClassToPay(trx, class_schedule, date, tappedAt);
  const same = now?.places.find((one) => one.planned_id === place.planned_id);
  if (!now || now.problem || !same || same.teacher_id !== place.teacher_id || same.is_away)
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  if (hasOtherPlace(now, { teacher, place: same })) {
    const owner = isOwn ? 'you have a place of your own' : 'this teacher has a place of their own';
    throw validationError('place', `is another one: ${owner} in this class`);
  }
  return { ...now, place: same };
}

/**
 * Records a check-in, once per place of a class and date (R-PAY-1); one that exists stays.
 * @throws ApiError 400, 409
 */
export async function recordCheckIn(
  { database, clock, live }: Pick<AppContext, 'database' | 'clock' | 'live'>,
  checkIn: CheckIn,
): Promise<{ id: number; fresh: boolean }> {
  const { class_schedule, date, teacher, user, at, isOwn } = checkIn;
  const entered = await inTransaction(database, async (trx) => {
    await lockRows(trx, 'class', [class_schedule], 'key share');
    await lockRows(trx, 'teacher', [teacher, checkIn.place.teacher_id], 'key share');
    const name = await lockTeacher(trx, teacher);
    if (name === undefined) throw validationError('teacher_id', 'does not exist');
    const { place, ...taught } = await classToPayNow(trx, checkIn);
    const there = await findLogOf(trx, class_schedule, date, place);
    if (there !== undefined) return { id: there, fresh: false };
    if (await isPaidFor(trx, class_schedule, date, { teacher }))
      throw new ApiError(409, {
        detail: `${isOwn ? 'You are' : `${name} is`} checked in to this class already.`,
      });
    if (!checkIn.maySettle && (await wasContested(trx, class_schedule, date, user)))
      throw contestedBefore();
    if (!checkIn.confirm_overlap)
      assertNoOverlap(
        await findOverlaps(trx, teacher, class_schedule, date),
        isOwn ? 'You are' : `${name} is`,
      );
    const duration_minutes = minutesBetween(
      date,
      taught.start_time,
      taught.end_time,
      clock.timeZone,
    );
    const log = {
      class_schedule_id: class_schedule,
      date,
      teacher_id: teacher,
      class_teacher_id: place.teacher_id,
      duration_minutes,
      pay_code_id: place.pay_code_id,
      rate_cents: place.rate_cents,
      amount_cents: amountCents(place.rate_cents, duration_minutes),
      created_by: user,
      checked_in_at: at,
    };
    return addLog(trx, log, isOwn ? 'checked_in' : 'entered', checkIn.device);
  });
  if (entered.fresh) publishClass(live, class_schedule, date);
  return entered;
}
