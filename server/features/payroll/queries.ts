import { sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';

export interface LogRow {
  id: number;
  date: string;
  class_schedule_id: number;
  subject_name: string;
  day_of_week: number;
  class_type: string;
  class_teacher_id: number;
  class_first_name: string;
  class_last_name: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
  duration_minutes: number;
  status: 'pending' | 'completed';
  checked_in_at: string;
}

export interface LogFilter {
  limit: number;
  page: number;
  class_schedule?: number[];
  date?: string[];
  teacher?: number[];
  id?: number;
}

export async function findLogs(database: Database, filter: LogFilter): Promise<{ rows: LogRow[]; total: number }> {
  const conditions = [
    sql`true`,
    ...(filter.id === undefined ? [] : [sql`l.id = ${filter.id}`]),
    ...(filter.date ? [sql`l.date = any(${filter.date}::date[])`] : []),
    ...(filter.class_schedule ? [sql`l.class_schedule_id = any(${filter.class_schedule}::bigint[])`] : []),
    ...(filter.teacher ? [sql`l.teacher_id = any(${filter.teacher}::bigint[])`] : []),
  ];
  const where = sql`from payroll_log l where ${sql.join(conditions, sql` and `)}`;
  const [{ rows }, counted] = await Promise.all([
    sql<LogRow>`
      select page.*, s.subject_name, c.day_of_week, c.class_type, ct.id as class_teacher_id,
        ct.first_name as class_first_name, ct.last_name as class_last_name, t.first_name, t.last_name
      from (
        select l.id, l.date, l.class_schedule_id, l.teacher_id, l.duration_minutes, l.status, l.checked_in_at ${where}
        order by l.date desc, l.id desc limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
      ) page
      join class_schedule c on c.id = page.class_schedule_id
      join subject s on s.id = c.subject_id
      join teacher ct on ct.id = c.teacher_id
      join teacher t on t.id = page.teacher_id
      order by page.date desc, page.id desc`.execute(database),
    sql<{ total: number }>`select count(*) as total ${where}`.execute(database),
  ]);
  return { rows, total: counted.rows[0]!.total };
}

export interface ClassToPay {
  start_time: string;
  end_time: string;
  teacher_id: number;
  pay_code_id: number | null;
  rate_cents: number;
  /** As `class_problem` says. */
  problem: 'archived' | 'weekday' | 'semester' | 'holiday' | null;
}

export async function findClassToPay(database: Database, classSchedule: number, date: string): Promise<ClassToPay | null> {
  const { rows } = await sql<ClassToPay>`
    select c.start_time, c.end_time, c.teacher_id, p.id as pay_code_id, coalesce(p.amount_cents, 0) as rate_cents,
      class_problem(c.id, ${date}::date) as problem
    from class_schedule c left join pay_code p on p.id = c.payroll_id
    where c.id = ${classSchedule}`.execute(database);
  return rows[0] ?? null;
}

export interface NewLog {
  class_schedule_id: number;
  date: string;
  teacher_id: number;
  duration_minutes: number;
  pay_code_id: number | null;
  rate_cents: number;
  amount_cents: number;
  created_by: number;
  checked_in_at: string;
}

/** One per class and date: the second one finds the first. */
export async function addLog(database: Database, log: NewLog): Promise<{ id: number; fresh: boolean }> {
  const added = await database
    .insertInto('payroll_log')
    .values(log)
    .onConflict((conflict) => conflict.columns(['class_schedule_id', 'date']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) return { id: added.id, fresh: true };
  const found = await database
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', log.class_schedule_id)
    .where('date', '=', log.date)
    .executeTakeFirstOrThrow();
  return { id: found.id, fresh: false };
}
