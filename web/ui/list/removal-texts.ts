import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { request } from '#web/platform/api.ts';
import type { ResourceInfo } from '../resource.ts';

/** Optional: when it fails, the question is shown without it. */
export async function effectOf(
  removalText: ResourceInfo['removalText'],
  ids: number[],
): Promise<string> {
  const text = await removalText?.(ids).catch(() => '');
  return text ? `${text} ` : '';
}

const namedClasses = 3;

/**
 * As text: the number of weekly classes that use the record, and the first of them; empty without
 * any.
 */
export async function classesThatNeed(
  filter: NonNullable<ResourceInfo['usedByClasses']>,
  ids: number[],
): Promise<string> {
  const query = { [filter]: ids.join(), limit: namedClasses };
  // Optional: when it fails, the confirmation is shown without it.
  const found = await request(classScheduleEndpoints.list, { query }).catch(() => null);
  if (!found?.total) return '';
  const first = found.results
    .map(
      ({ subject, day_of_week, start_time }) =>
        `${subject.subject_code} ${day_of_week} ${start_time}`,
    )
    .join(', ');
  const more = found.total > namedClasses ? `, and ${found.total - namedClasses} more` : '';
  return found.total === 1
    ? `1 weekly class uses it and is not changed: ${first}.`
    : `${found.total} weekly classes use it and are not changed: ${first}${more}.`;
}
