import type { z } from 'zod';
import {
  changeCheckIn,
  handOverCheckIns,
  setCheckInStatus,
} from '#contract/pay/payroll.endpoints.ts';
import { amountCents, centsOf, decimalOf } from '#contract/pay/money.ts';
import type { payrollLogs, PayState } from '#contract/pay/payroll.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishClass } from '#server/school/live-marks.ts';
import type { ReadLog } from './own.ts';
import { assertNoOverlap } from './overlap.ts';
import { recordHistory } from './history-store.ts';
import {
  findClassToPay,
  findOverlaps,
  findPayCode,
  hasOtherPlace,
  isPaidFor,
  lockTeacher,
  placeTaken,
} from './queries.ts';
import {
  assertAllFound,
  changeLog,
  handOver,
  lockLogs,
  setStatus,
  type LockedLog,
  type LogChanges,
  changedSince,
} from './line-changes.ts';

type Patch = z.output<typeof payrollLogs.patch>;

/**
 * Corrections by accounts before it pays. A completed line is locked: changing it requires a reason
 * (R-PAY-3).
 */
export function correctionRoutes(
  api: Api,
  { database, clock, live }: AppContext,
  { readLog }: { readLog: ReadLog },
): void {
  implement(api, changeCheckIn, async ({ params: { id }, body, user }) => {
    const { log, answer } = await inTransaction(database, async (trx) => {
      // Check-ins of the teacher who gets it wait, before the line is locked.
      if (body.teacher_id !== undefined) await lockTeacher(trx, body.teacher_id);
      const [current] = await lockLogs(trx, [id]);
      if (!current) throw notFound('This check-in');
      if (current.status === 'completed' && !body.reason) {
        throw new ApiError(409, {
          detail: 'This check-in is completed. Give a reason to change it.',
        });
      }
      const changed = changedSince(current, body.seen);
      if (changed !== null)
        throw new ApiError(409, {
          detail: `Somebody else changed this check-in meanwhile: ${changed}.`,
          amount_need_to_be_paid: [`somebody else changed this check-in meanwhile: ${changed}`],
        });
      const { next, teacher, paycode } = await corrected(trx, current, body);
      const { class_schedule_id, date } = current;
      if (await isPaidFor(trx, class_schedule_id, date, { teacher: next.teacher_id, except: id }))
        throw new ApiError(409, { detail: `${teacher} is paid for this class already.` });
      if (body.teacher_id !== undefined && (await hasPlaceBeside(trx, current, next.teacher_id)))
        throw new ApiError(409, { detail: `${teacher} has a place of their own in this class.` });
      if (next.contested && next.status === 'completed')
        throw new ApiError(409, { detail: contestedText('This check-in is') });
      const changes = differences(current, { ...next, teacher, paycode });
      if (changes.length === 0) return { log: current, answer: await readLog(id, user, trx) };
      await changeLog(trx, id, next);
      const what =
        current.status === 'completed' && next.status === 'pending' ? 'reopened' : 'changed';
      await recordHistory(trx, [current], {
        what,
        changes,
        reason: body.reason ?? null,
        by: user.id,
        at: clock.now().toString(),
      });
      return { log: current, answer: await readLog(id, user, trx) };
    });
    publishClass(live, log.class_schedule_id, log.date);
    return answer;
  });

  implement(api, setCheckInStatus, async ({ body: { ids, status, reason, seen = [] }, user }) => {
    const changed = await inTransaction(database, async (trx) => {
      const logs = await lockLogs(trx, ids);
      assertAllFound(ids, logs);
      const others = logs.filter((log) => log.status !== status);
      if (status === 'pending' && others.length && !reason) {
        throw new ApiError(409, {
          detail: `${others.length} of these are completed. Give a reason to reopen them.`,
        });
      }
      const bySeen = new Map(seen.map((line) => [line.id, line]));
      const since = others.filter((log) => changedSince(log, bySeen.get(log.id)) !== null);
      if (since.length > 0)
        throw new ApiError(409, {
          detail: `Somebody else changed ${since.length} of these check-ins meanwhile: look at their teachers and amounts again.`,
        });
      const contested = others.filter((log) => log.contested).length;
      if (contested)
        throw new ApiError(409, { detail: contestedText(`${contested} of these are`) });
      await setStatus(
        trx,
        others.map((log) => log.id),
        status,
      );
      const changes = [{ field: 'status', from: otherState(status), to: status }];
      const what = status === 'pending' ? 'reopened' : 'changed';
      await recordHistory(trx, others, {
        what,
        changes,
        reason: reason ?? null,
        by: user.id,
        at: clock.now().toString(),
      });
      return others;
    });
    for (const log of changed) publishClass(live, log.class_schedule_id, log.date);
    return { results: ids.map((id) => ({ id, status })) };
  });

  implement(api, handOverCheckIns, async ({ body: { teacher_id }, user }) => {
    const check_ins = await inTransaction(database, async (trx) => {
      if ((await lockTeacher(trx, teacher_id)) === undefined)
        throw validationError('teacher_id', 'does not exist');
      return handOver(trx, teacher_id, { by: user.id, at: clock.now().toString() });
    });
    return { check_ins };
  });
}

const contestedText = (these: string) =>
  `${these} contested by the teacher of the class. Choose who is paid first.`;

const otherState = (status: PayState): PayState => (status === 'pending' ? 'completed' : 'pending');

/** Whether a teacher has another place of the class than the one of a line, which would stay unpaid. */
async function hasPlaceBeside(
  trx: Database,
  { class_schedule_id, date, recorded_id }: LockedLog,
  teacher: number,
): Promise<boolean> {
  const taught = await findClassToPay(trx, class_schedule_id, date);
  if (!taught) return false;
  const place = placeTaken(taught, { teacher: recorded_id, place: recorded_id });
  return place !== undefined && hasOtherPlace(taught, { teacher, place });
}

/**
 * The line after the change: another pay code has its own rate, and with it the amount; an explicit
 * amount takes precedence.
 */
async function corrected(
  trx: Database,
  current: LockedLog,
  { payroll_id, teacher_id, amount_need_to_be_paid: sent, status, ...more }: Patch,
) {
  const next: LogChanges = {
    teacher_id: teacher_id ?? current.teacher_id,
    pay_code_id: payroll_id === undefined ? current.pay_code_id : payroll_id,
    rate_cents: current.rate_cents,
    amount_cents: current.amount_cents,
    status: status ?? current.status,
    contested: current.contested && teacher_id === undefined,
  };
  const isOtherTeacher = next.teacher_id !== current.teacher_id;
  const isOtherCode = next.pay_code_id !== current.pay_code_id;
  const [teacher, code] = await inOneAnswer(
    async () => {
      const name = isOtherTeacher ? await lockTeacher(trx, next.teacher_id) : current.teacher;
      if (name === undefined) throw validationError('teacher_id', 'does not exist');
      return name;
    },
    async () => {
      if (!isOtherCode || next.pay_code_id === null) return null;
      const found = await findPayCode(trx, next.pay_code_id);
      if (found === undefined) throw validationError('payroll_id', 'does not exist');
      return found;
    },
  );
  if (isOtherTeacher && !more.confirm_overlap)
    assertNoOverlap(
      await findOverlaps(trx, next.teacher_id, current.class_schedule_id, current.date),
      `${teacher} is`,
    );
  if (isOtherCode) next.rate_cents = code?.amount_cents ?? 0;
  const paycode = isOtherCode ? (code?.paycode ?? null) : current.paycode;
  if (payroll_id !== undefined)
    next.amount_cents = amountCents(next.rate_cents, current.duration_minutes);
  if (sent !== undefined) next.amount_cents = centsOf(sent);
  return { next, teacher, paycode };
}

/** From–to in words, for the history. */
function differences(
  from: LockedLog,
  to: LogChanges & { teacher: string; paycode: string | null },
) {
  const fields: [field: string, before: string, after: string][] = [
    ['teacher', from.teacher, to.teacher],
    ['pay code', from.paycode ?? 'none', to.paycode ?? 'none'],
    ['rate', decimalOf(from.rate_cents), decimalOf(to.rate_cents)],
    ['amount', decimalOf(from.amount_cents), decimalOf(to.amount_cents)],
    ['status', from.status, to.status],
    ['objection', 'open', from.contested && !to.contested ? 'settled' : 'open'],
  ];
  const moved = fields.filter(
    ([field, before, after]) =>
      before !== after || (field === 'teacher' && from.teacher_id !== to.teacher_id),
  );
  return moved.map(([field, before, after]) => ({ field, from: before, to: after }));
}
