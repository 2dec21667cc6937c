import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Period, RunLine } from './entries.ts';

/** A run as its table has it. */
export interface RunRow extends Period {
  id: number;
  lines: number;
  corrections: number;
  minutes: number;
  amount_cents: number;
  columns: number;
  checksum: string;
  made_by: number;
  made_at: string;
}

/** The number of the next run, while the runs are locked. */
export async function nextRun(trx: Database): Promise<number> {
  const { id } = await trx
    .selectFrom('pay_run')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  return (id ?? 0) + 1;
}

/** The latest run with exactly these days. */
export async function runOf(trx: Database, period: Period): Promise<number | null> {
  const { id } = await trx
    .selectFrom('pay_run')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .where('from_date', '=', period.from_date)
    .where('to_date', '=', period.to_date)
    .executeTakeFirstOrThrow();
  return id;
}

/** Check-ins on these days that are not completed. */
export async function countPending(trx: Database, period: Period): Promise<number> {
  const { count } = await trx
    .selectFrom('payroll_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where((eb) => eb.between('date', period.from_date, period.to_date))
    .executeTakeFirstOrThrow();
  return count;
}

export async function addRun(trx: Database, run: RunRow, lines: RunLine[]): Promise<void> {
  await trx.insertInto('pay_run').values(run).execute();
  const chunk = 2000;
  for (let from = 0; from < lines.length; from += chunk) {
    const rows = lines
      .slice(from, from + chunk)
      .map((line, at) => ({ ...line, pay_run_id: run.id, position: from + at + 1 }));
    await sql`
      insert into pay_run_line
      select * from jsonb_populate_recordset(null::pay_run_line, ${JSON.stringify(rows)}::jsonb)`.execute(
      trx,
    );
  }
}
