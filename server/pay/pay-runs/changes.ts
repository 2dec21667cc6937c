import { sql } from 'kysely';
import { decimalOf } from '#contract/pay/money.ts';
import type { PayRunChange } from '#contract/pay/pay-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Page } from '#server/platform/http/lists.ts';

interface ChangeRow {
  id: number;
  date: string;
  subject_code: string;
  teacher: string;
  paycode: string | null;
  exported_minutes: number;
  exported_cents: number;
  minutes: number;
  cents: number;
  corrected_in: number | null;
  total: number;
}

/** Check-ins of a run whose pay has changed, by teacher and pay code. */
export async function changesSince(
  database: Database,
  run: number,
  { limit, page }: { limit: number; page: number },
): Promise<Page<PayRunChange>> {
  const { rows } = await sql<ChangeRow>`
    with of_run as (
      select distinct on (payroll_log_id) payroll_log_id as id, date, subject_code
      from pay_run_line where pay_run_id = ${run} order by payroll_log_id
    ), exported as (
      select l.payroll_log_id as id, l.teacher_id, coalesce(l.pay_code_id, 0) as code,
        sum(l.minutes)::int as minutes, sum(l.amount_cents)::bigint as cents
      from pay_run_line l join of_run on of_run.id = l.payroll_log_id
      where l.pay_run_id <= ${run}
      group by 1, 2, 3
    ), present as (
      select x.id, x.teacher_id, coalesce(x.pay_code_id, 0) as code, x.duration_minutes as minutes,
        x.amount_cents as cents
      from payroll_log x join of_run on of_run.id = x.id where x.status = 'completed'
    )
    select o.id, o.date, o.subject_code, person_name(t.first_name, t.last_name) as teacher, k.paycode,
      coalesce(e.minutes, 0) as exported_minutes, coalesce(e.cents, 0) as exported_cents,
      coalesce(p.minutes, 0) as minutes, coalesce(p.cents, 0) as cents,
      (select max(pay_run_id) from pay_run_line later
        where later.payroll_log_id = o.id and later.pay_run_id > ${run}) as corrected_in,
      count(*) over () as total
    from exported e full join present p
      on p.id = e.id and p.teacher_id = e.teacher_id and p.code = e.code
    join of_run o on o.id = coalesce(e.id, p.id)
    join teacher t on t.id = coalesce(e.teacher_id, p.teacher_id)
    left join pay_code k on k.id = coalesce(e.code, p.code)
    where coalesce(e.minutes, 0) <> coalesce(p.minutes, 0)
      or coalesce(e.cents, 0) <> coalesce(p.cents, 0)
    order by o.date, o.id, cents, t.id
    limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  return {
    rows: rows.map(({ exported_cents, cents, total: _total, ...row }) => ({
      ...row,
      exported_amount: decimalOf(exported_cents),
      amount: decimalOf(cents),
    })),
    total: rows[0]?.total ?? 0,
  };
}
