import { sql } from 'kysely';
import type { HealthPeriodQuery } from '#contract/timetable/timetable-health.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';

/** The checked period (R-HEALTH-1). */
export interface HealthPeriod {
  semester: { id: number; year: number; semester: number; batch: string };
  from: string;
  to: string;
  /** The weekly plan, without changes of single dates and without holidays. */
  isUsual: boolean;
}

interface Row {
  id: number;
  year: number;
  semester: number;
  batch: string;
  semester_start_date: string;
  semester_end_date: string;
}

/**
 * The period of a query; null when there is no semester yet.
 * @throws ApiError 400 for an unknown semester, and for dates outside of it.
 */
export async function readPeriod(
  database: Database,
  { semester: id, from_date, to_date, week }: HealthPeriodQuery,
  today: string,
): Promise<HealthPeriod | null> {
  const { rows } = await sql<Row>`
    select id, year, semester, batch, semester_start_date, semester_end_date
    from semester
    where ${id === undefined ? sql`archived_at is null` : sql`id = ${id}`}
    order by semester_end_date >= ${today}::date desc,
      case when semester_end_date >= ${today}::date then semester_start_date end,
      semester_end_date desc, id limit 1`.execute(database);
  const [found] = rows;
  if (!found && id !== undefined) throw validationError('semester', 'does not exist');
  if (!found) return null;
  const { semester_start_date: first, semester_end_date: last, ...semester } = found;
  const isRunning = first <= today && today <= last;
  const from = latest(from_date ?? (isRunning ? today : first), first);
  const to = earliest(to_date ?? last, last);
  if (from > to)
    throw validationError(
      from_date === undefined ? 'to_date' : 'from_date',
      `must be a period between ${first} and ${last}`,
    );
  return { semester, from, to, isUsual: week === 'usual' };
}

const latest = (a: string, b: string) => (a > b ? a : b);
const earliest = (a: string, b: string) => (a < b ? a : b);

/** The period in responses. */
export const presentPeriod = (period: HealthPeriod | null) =>
  period && { semester: period.semester, from: period.from, to: period.to };
