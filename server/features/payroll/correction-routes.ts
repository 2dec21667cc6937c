import { z } from 'zod';
import { idParam } from '../../../contract/fields.ts';
import { amountCents, centsOf, decimalOf } from '../../../contract/money.ts';
import {
  bulkUpdate,
  bulkUpdated,
  payrollHandedOver,
  payrollHandOver,
  payrollLogs,
  type PayrollLog,
  type PayState,
} from '../../../contract/payroll.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ApiError, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Reading } from '../../platform/resource/listing.ts';
import { topicsOf } from '../attendance/queries.ts';
import { refuseOverlap } from './overlap.ts';
import {
  changeLog,
  findOverlaps,
  findPayCode,
  handOver,
  lockLogs,
  lockTeacher,
  setStatus,
  tellHistory,
  type LockedLog,
  type LogChanges,
} from './queries.ts';

type Patch = z.output<typeof payrollLogs.patch>;

/** What accounts corrects before it pays. A completed line is locked: changing it takes a reason (design §6). */
export function correctionRoutes(api: Api, { database, clock, live }: Parts, { ofAnybody }: { ofAnybody: Reading['one'] }): void {
  const params = z.object({ id: idParam });
  const patch = { params, body: payrollLogs.patch, response: { 200: payrollLogs.row } };
  api.patch('/payroll-logs/:id', { schema: patch }, async ({ params: { id }, body, who }) => {
    const log = await inTransaction(database, async (trx) => {
      const [current] = await lockLogs(trx, [id]);
      if (!current) throw notFound('This check-in');
      if (current.status === 'completed' && !body.reason) {
        throw new ApiError(409, { detail: 'This check-in is completed. Give a reason to change it.' });
      }
      const { next, teacher, paycode } = await corrected(trx, current, body);
      if (next.contested && next.status === 'completed') throw new ApiError(409, { detail: contestedText('This check-in is') });
      const changes = differences(current, { ...next, teacher, paycode });
      if (changes.length === 0) return current;
      await changeLog(trx, id, next);
      const what = current.status === 'completed' && next.status === 'pending' ? 'reopened' : 'changed';
      await tellHistory(trx, [current], { what, changes, reason: body.reason ?? null, by: who.id, at: clock.now().toString() });
      return current;
    });
    topicsOf(log.class_schedule_id, log.date).forEach(live.publish);
    return (await ofAnybody(id, who)) as PayrollLog;
  });

  const bulk = { body: bulkUpdate, response: { 200: bulkUpdated } };
  api.post('/payroll-logs/bulk-update', { schema: bulk }, async ({ body: { ids, status, reason }, who }) => {
    const changed = await inTransaction(database, async (trx) => {
      const logs = await lockLogs(trx, ids);
      const known = new Set(logs.map((log) => log.id));
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length) throw wrongField('ids', `${missing.slice(0, 20).join(', ')} cannot be found`);
      const others = logs.filter((log) => log.status !== status);
      if (status === 'pending' && others.length && !reason) {
        throw new ApiError(409, { detail: `${others.length} of these are completed. Give a reason to reopen them.` });
      }
      const contested = others.filter((log) => log.contested).length;
      if (contested) throw new ApiError(409, { detail: contestedText(`${contested} of these are`) });
      await setStatus(
        trx,
        others.map((log) => log.id),
        status,
      );
      const changes = [{ field: 'status', from: otherState(status), to: status }];
      const what = status === 'pending' ? 'reopened' : 'changed';
      await tellHistory(trx, others, { what, changes, reason: reason ?? null, by: who.id, at: clock.now().toString() });
      return others;
    });
    for (const log of changed) topicsOf(log.class_schedule_id, log.date).forEach(live.publish);
    return { results: ids.map((id) => ({ id, status })) };
  });

  const handing = { body: payrollHandOver, response: { 200: payrollHandedOver } };
  api.post('/payroll-logs/hand-over', { schema: handing }, async ({ body: { teacher_id }, who }) => {
    const check_ins = await inTransaction(database, async (trx) => {
      if ((await lockTeacher(trx, teacher_id)) === undefined) throw wrongField('teacher_id', 'does not exist');
      return handOver(trx, teacher_id, { by: who.id, at: clock.now().toString() });
    });
    return { check_ins };
  });
}

const contestedText = (these: string) => `${these} contested by the teacher of the class. Choose who is paid first.`;

const otherState = (status: PayState): PayState => (status === 'pending' ? 'completed' : 'pending');

/** The line as it will be: another pay code brings its rate, and with it the amount; an amount that is sent wins. */
async function corrected(trx: Database, current: LockedLog, { payroll_id, teacher_id, amount_need_to_be_paid: sent, status, ...more }: Patch) {
  const next: LogChanges = {
    teacher_id: teacher_id ?? current.teacher_id,
    pay_code_id: payroll_id === undefined ? current.pay_code_id : payroll_id,
    rate_cents: current.rate_cents,
    amount_cents: current.amount_cents,
    status: status ?? current.status,
    contested: current.contested && teacher_id === undefined,
  };
  let { teacher, paycode } = current;
  if (next.teacher_id !== current.teacher_id) {
    const name = await lockTeacher(trx, next.teacher_id);
    if (name === undefined) throw wrongField('teacher_id', 'does not exist');
    teacher = name;
    if (!more.confirm_overlap) refuseOverlap(await findOverlaps(trx, next.teacher_id, current.class_schedule_id, current.date), `${name} is`);
  }
  if (next.pay_code_id !== current.pay_code_id) {
    const code = next.pay_code_id === null ? null : await findPayCode(trx, next.pay_code_id);
    if (code === undefined) throw wrongField('payroll_id', 'does not exist');
    next.rate_cents = code?.amount_cents ?? 0;
    paycode = code?.paycode ?? null;
  }
  if (payroll_id !== undefined) next.amount_cents = amountCents(next.rate_cents, current.duration_minutes);
  if (sent !== undefined) next.amount_cents = centsOf(sent);
  return { next, teacher, paycode };
}

/** From–to in words, for the history. */
function differences(from: LockedLog, to: LogChanges & { teacher: string; paycode: string | null }) {
  const fields: [field: string, before: string, after: string][] = [
    ['teacher', from.teacher, to.teacher],
    ['pay code', from.paycode ?? 'none', to.paycode ?? 'none'],
    ['rate', decimalOf(from.rate_cents), decimalOf(to.rate_cents)],
    ['amount', decimalOf(from.amount_cents), decimalOf(to.amount_cents)],
    ['status', from.status, to.status],
    ['objection', 'open', from.contested && !to.contested ? 'settled' : 'open'],
  ];
  const moved = fields.filter(([field, before, after]) => before !== after || (field === 'teacher' && from.teacher_id !== to.teacher_id));
  return moved.map(([field, before, after]) => ({ field, from: before, to: after }));
}
