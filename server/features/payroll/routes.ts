import { listOf } from '../../../contract/fields.ts';
import { messages } from '../../../contract/messages.ts';
import { amountCents, payrollLog, payrollLogCreate, payrollLogQuery, type PayrollLog } from '../../../contract/payroll.ts';
import { may } from '../../../contract/permissions.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound, wrongField } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { topicsOf } from '../attendance/queries.ts';
import { instantAt, minutesBetween, nameOfDay } from '../timetable/when.ts';
import { addLog, findClassToPay, findLogs, type LogRow } from './queries.ts';

function present(row: LogRow): PayrollLog {
  return {
    id: row.id,
    date: row.date,
    schedule: {
      id: row.class_schedule_id,
      subject_name: row.subject_name,
      day_of_week: nameOfDay(row.day_of_week),
      class_type: row.class_type,
      teacher: { id: row.class_teacher_id, first_name: row.class_first_name, last_name: row.class_last_name },
    },
    teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
    duration_of_schedule: row.duration_minutes,
    status: row.status,
    checked_in_at: row.checked_in_at,
  };
}

export function payrollRoutes(api: Api, { database, clock, config, live }: Parts): void {
  /** That a class is checked in shows on its attendance screen to whoever opens it; every other line is the teacher's own. */
  api.get('/payroll-logs', { schema: { querystring: payrollLogQuery, response: { 200: listOf(payrollLog) } } }, async (request) => {
    const { who, query } = request;
    const ofOneClass = query.class_schedule?.length === 1 && query.date?.length === 1;
    const all = may(who.permissions, 'Timesheet Admin Portal', 'read') || ofOneClass;
    const teacher = all ? query.teacher : [who.teacherId ?? 0];
    const { rows, total } = await findLogs(database, { ...query, teacher });
    return presentList(request, query, { rows: rows.map(present), total });
  });

  const create = { body: payrollLogCreate, response: { 200: payrollLog, 201: payrollLog } };
  api.post('/payroll-logs/create', { schema: create }, async ({ body, who }, reply) => {
    const { class_schedule, date } = body;
    const taught = await findClassToPay(database, class_schedule, date);
    if (!taught) throw wrongField('class_schedule', 'This class does not exist');
    if (taught.problem === 'archived') throw wrongField('class_schedule', 'This class is archived');
    if (taught.problem) throw wrongField('date', messages.noClass);

    const opens = instantAt(date, taught.start_time, clock.timeZone).subtract({ minutes: config.checkInBeforeMinutes });
    const early = Temporal.Instant.compare(clock.now(), opens) < 0;
    const late = clock.today() > date;
    if ((early || late) && !may(who.permissions, 'Timesheet Admin Portal', 'add')) {
      throw wrongField('date', `Check-in is open from ${config.checkInBeforeMinutes} minutes before the class until the end of the day`);
    }

    const duration_minutes = minutesBetween(date, taught.start_time, taught.end_time, clock.timeZone);
    const { id, fresh } = await addLog(database, {
      class_schedule_id: class_schedule,
      date,
      teacher_id: who.teacherId ?? taught.teacher_id,
      duration_minutes,
      pay_code_id: taught.pay_code_id,
      rate_cents: taught.rate_cents,
      amount_cents: amountCents(taught.rate_cents, duration_minutes),
      created_by: who.id,
      checked_in_at: clock.now().toString(),
    });
    if (fresh) topicsOf(class_schedule, date).forEach(live.publish);
    const { rows } = await findLogs(database, { id, limit: 1, page: 1 });
    if (!rows[0]) throw notFound('This check-in');
    return reply.code(fresh ? 201 : 200).send(present(rows[0]));
  });
}
