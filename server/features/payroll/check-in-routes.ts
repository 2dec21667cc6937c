import { z } from 'zod';
import { idParam } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import { amountCents } from '../../../contract/money.ts';
import { payrollLog, payrollLogCreate } from '../../../contract/payroll.ts';
import { may } from '../../../contract/permissions.ts';
import type { Api, Parts } from '../../parts.ts';
import { inTransaction } from '../../platform/database/faults.ts';
import { ApiError, forbidden, notFound, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import type { Reading } from '../../platform/resource/listing.ts';
import { topicsOf } from '../attendance/queries.ts';
import { instantAt, minutesBetween } from '../timetable/when.ts';
import { refuseOverlap } from './overlap.ts';
import { isOwn } from './own.ts';
import { addLog, findClassToPay, findLogOf, findOverlaps, lockLogs, lockTeacher, removeLog, tellHistory, type ClassToPay } from './queries.ts';

/** Who may enter a check-in for somebody else. */
const entersForOthers = (who: Who): boolean => may(who.permissions, 'Timesheet Admin Portal', 'add');

/** A teacher checks in to a class, once per class and date, and may take it back while it is pending. */
export function checkInRoutes(api: Api, { database, clock, config, live }: Parts, { ofAnybody }: { ofAnybody: Reading['one'] }): void {
  const create = { body: payrollLogCreate, response: { 200: payrollLog, 201: payrollLog } };
  api.post('/payroll-logs/create', { schema: create }, async ({ body: { class_schedule, date, teacher_id, confirm_overlap }, who }, reply) => {
    refuseEntering({ teacher_id, confirm_overlap }, who);
    const taught = await findClassToPay(database, class_schedule, date);
    if (!taught) throw wrongField('class_schedule', 'This class does not exist');
    if (taught.problem === 'archived') throw wrongField('class_schedule', 'This class is archived');
    if (taught.problem) throw wrongField('date', messages.noClass);
    refuseOutsideTime(taught, date, who);
    // Whoever takes the roll is paid for it; somebody who does not teach enters it for the class's teacher.
    const teacher = teacher_id ?? who.teacherId ?? taught.teacher_id;

    const duration_minutes = minutesBetween(date, taught.start_time, taught.end_time, clock.timeZone);
    const log = {
      class_schedule_id: class_schedule,
      date,
      teacher_id: teacher,
      duration_minutes,
      pay_code_id: taught.pay_code_id,
      rate_cents: taught.rate_cents,
      amount_cents: amountCents(taught.rate_cents, duration_minutes),
      created_by: who.id,
      checked_in_at: clock.now().toString(),
    };
    const own = teacher === who.teacherId;
    const { id, fresh } = await inTransaction(database, async (trx) => {
      const name = await lockTeacher(trx, teacher);
      if (name === undefined) throw wrongField('teacher_id', 'does not exist');
      const there = await findLogOf(trx, class_schedule, date);
      if (there !== undefined) return { id: there, fresh: false };
      if (!confirm_overlap) refuseOverlap(await findOverlaps(trx, teacher, class_schedule, date), own ? 'You are' : `${name} is`);
      return addLog(trx, log, own ? 'checked_in' : 'entered');
    });
    if (fresh) topicsOf(class_schedule, date).forEach(live.publish);
    return reply.code(fresh ? 201 : 200).send((await ofAnybody(id, who)) as z.output<typeof payrollLog>);
  });

  const params = z.object({ id: idParam });
  api.delete('/payroll-logs/:id', { schema: { params, response: { 204: z.null() } } }, async ({ params: { id }, who }, reply) => {
    const gone = await inTransaction(database, async (trx) => {
      const [log] = await lockLogs(trx, [id]);
      if (!log) throw notFound('This check-in');
      if (!isOwn(log, who) && !may(who.permissions, 'Timesheet Admin Portal', 'delete')) {
        throw forbidden('Only your own check-in can be withdrawn.');
      }
      if (log.status === 'completed')
        throw new ApiError(409, { detail: 'This check-in is completed. It can only be withdrawn once it is reopened.' });
      await tellHistory(trx, [log], { what: 'withdrawn', changes: [], reason: null, by: who.id, at: clock.now().toString() });
      await removeLog(trx, id);
      return log;
    });
    topicsOf(gone.class_schedule_id, gone.date).forEach(live.publish);
    return reply.code(204).send(null);
  });

  /** A teacher checks in in their own name; everything else is entered by accounts. */
  function refuseEntering(given: { teacher_id: number | undefined; confirm_overlap: boolean | undefined }, who: Who): void {
    if (entersForOthers(who)) return;
    if (who.teacherId === null) throw forbidden('Only a teacher checks in. Accounts enters check-ins for others.');
    if (given.teacher_id !== undefined && given.teacher_id !== who.teacherId) throw forbidden('A check-in is made in one’s own name.');
    if (given.confirm_overlap) throw forbidden('Only accounts enters two check-ins of one teacher at the same time.');
  }

  /** Teachers check in around their class; accounts enters what was forgotten, but nothing that is still to come. */
  function refuseOutsideTime(taught: ClassToPay, date: string, who: Who): void {
    const opens = instantAt(date, taught.start_time, clock.timeZone).subtract({ minutes: config.checkInBeforeMinutes });
    const early = Temporal.Instant.compare(clock.now(), opens) < 0;
    if (early && date > clock.today()) throw wrongField('date', 'This class is still to come');
    const late = date < clock.today();
    if ((early || late) && !entersForOthers(who)) {
      throw wrongField('date', `Check-in is open from ${config.checkInBeforeMinutes} minutes before the class until the end of the day`);
    }
  }
}
