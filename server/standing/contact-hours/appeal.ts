import type { SettingValues } from '#contract/settings.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { afterWorkingDays } from './working-days.ts';

/** The last day of an appeal against a letter of a date, by the institute's days and holidays (R-HOURS-5). */
export async function appealDate(
  database: Database,
  from: string,
  { appeal_working_days, working_days }: SettingValues,
): Promise<string> {
  const holidays = await database
    .selectFrom('holiday')
    .select(['date_from', 'date_to'])
    .where('archived_at', 'is', null)
    .where('date_to', '>=', from)
    .execute();
  return afterWorkingDays(from, appeal_working_days, working_days, holidays);
}
