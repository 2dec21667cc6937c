import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';
import { checkedInLocally } from '../check-ins/list.ts';

/** A line of a run, as exported. */
export interface RunLine {
  payroll_log_id: number;
  kind: 'line' | 'correction';
  date: string;
  start_time: string;
  end_time: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
  email: string;
  subject_code: string;
  subject_name: string;
  class_type: string;
  /** For a correction, the difference. */
  minutes: number;
  pay_code_id: number | null;
  paycode: string | null;
  paycode_type: string | null;
  rate_cents: number;
  amount_cents: number;
  /** `YYYY-MM-DD HH:mm` in the institute's time. */
  checked_in_at: string;
  stand_in_for: string | null;
  group_name: string | null;
}

export interface Period {
  from_date: string;
  to_date: string;
}

/**
 * The entries of the next run of a period, in one statement and therefore one snapshot. Runs are a
 * ledger: for each check-in, teacher and pay code the sum of all runs becomes the current pay. New
 * entries are completed check-ins of the period; corrections concern any closed day of earlier
 * runs.
 * @param moment.closed the last closed day: later days may still change.
 */
export async function entriesOf(
  trx: Database,
  { from_date, to_date }: Period,
  { closed, timeZone }: { closed: string; timeZone: string },
): Promise<RunLine[]> {
  const { rows } = await sql<RunLine>`
    with exported as (
      select payroll_log_id, teacher_id, coalesce(pay_code_id, 0) as code,
        sum(minutes)::int as minutes, sum(amount_cents)::bigint as cents
      from pay_run_line where date <= ${closed}::date
      group by payroll_log_id, teacher_id, coalesce(pay_code_id, 0)
    ), payable as (
      select x.*, coalesce(x.pay_code_id, 0) as code,
        exists (select from pay_run_line e where e.payroll_log_id = x.id) as is_known
      from payroll_log x
      where x.status = 'completed' and x.date <= ${closed}::date and (
        x.date between ${from_date}::date and ${to_date}::date
        or exists (select from pay_run_line e where e.payroll_log_id = x.id)
        or exists (select from pay_run r where x.date between r.from_date and r.to_date))
    ), now as (
      select x.id as payroll_log_id,
        case when x.is_known or x.date not between ${from_date}::date and ${to_date}::date
          then 'correction' else 'line' end as kind,
        x.date, ${asHeld.start} as start_time, ${asHeld.end} as end_time, x.teacher_id,
        t.first_name, t.last_name, t.email, s.subject_code, s.subject_name, c.class_type,
        x.duration_minutes - coalesce(e.minutes, 0) as minutes,
        x.pay_code_id, k.paycode, k.paycode_type, x.rate_cents,
        x.amount_cents - coalesce(e.cents, 0) as amount_cents, 
        ${checkedInLocally(timeZone)} as checked_in_at,
        case when x.teacher_id <> x.class_teacher_id
          then person_name(rt.first_name, rt.last_name) end as stand_in_for,
        c.group_name
      from payable x
      left join exported e
        on e.payroll_log_id = x.id and e.teacher_id = x.teacher_id and e.code = x.code
      join class_schedule c on c.id = x.class_schedule_id
      left join ${meetingOn(sql`x.class_schedule_id`, sql`x.date`)}
      join subject s on s.id = c.subject_id
      join teacher t on t.id = x.teacher_id
      join teacher rt on rt.id = x.class_teacher_id
      left join pay_code k on k.id = x.pay_code_id
      where e.payroll_log_id is null or e.minutes <> x.duration_minutes
        or e.cents <> x.amount_cents
    ), no_longer as (
      select e.payroll_log_id, 'correction' as kind, l.date, l.start_time, l.end_time, l.teacher_id,
        l.first_name, l.last_name, l.email, l.subject_code, l.subject_name, l.class_type,
        -e.minutes as minutes, l.pay_code_id, l.paycode, l.paycode_type, l.rate_cents,
        -e.cents as amount_cents, l.checked_in_at, l.stand_in_for, l.group_name
      from exported e
      cross join lateral (
        select * from pay_run_line last
        where last.payroll_log_id = e.payroll_log_id and last.teacher_id = e.teacher_id
          and coalesce(last.pay_code_id, 0) = e.code
        order by last.pay_run_id desc, last.position desc limit 1
      ) l
      where (e.minutes <> 0 or e.cents <> 0) and not exists (
        select from payable x
        where x.id = e.payroll_log_id and x.teacher_id = e.teacher_id and x.code = e.code)
    )
    select * from (select * from now union all select * from no_longer) entries
    order by kind desc, date, payroll_log_id, amount_cents, teacher_id`.execute(trx);
  return rows;
}

/** The lines of a run, in the order of its file. */
export async function* eachLineOf(database: Database, run: number): AsyncGenerator<RunLine> {
  const chunk = 5000;
  for (let after = 0; ; after += chunk) {
    const rows = await database
      .selectFrom('pay_run_line')
      .selectAll()
      .where('pay_run_id', '=', run)
      .where('position', '>', after)
      .where('position', '<=', after + chunk)
      .orderBy('position')
      .execute();
    yield* rows;
    if (rows.length < chunk) return;
  }
}
