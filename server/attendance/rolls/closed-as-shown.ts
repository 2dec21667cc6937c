import { fullName } from '#contract/person-name.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RollKey } from './roll-key.ts';

interface Shown {
  /** Students without a mark, as the user was shown them; all without it. */
  student: number[] | undefined;
  /** Students whom the closing has marked. */
  marked: number[];
}

/**
 * A closing marks absent whom its question counted alone (R-ROLL-11).
 * @throws ApiError 409
 */
export async function assertAsShown(trx: Database, { student, marked }: Shown): Promise<void> {
  if (student === undefined) return;
  const others = await notShown(trx, { student, marked });
  if (others.length === 0) return;
  const [first] = await trx
    .selectFrom('student')
    .select(['first_name', 'last_name'])
    .where('id', '=', anyOf.ids(others))
    .orderBy('id')
    .limit(1)
    .execute();
  const name = first ? fullName(first) : '';
  const more = others.length - 1;
  throw notAsShown(
    more === 0
      ? `${name} has no mark by now.`
      : `${name} and ${more} more ${more === 1 ? 'student' : 'students'} have no mark by now.`,
  );
}

/** The students of `marked` who were not shown, nor another student who was merged into them since (R-MERGE-4). */
async function notShown(
  trx: Database,
  { student, marked }: { student: number[]; marked: number[] },
): Promise<number[]> {
  const shown = new Set<number | null>(student);
  if (marked.every((id) => shown.has(id))) return [];
  const merged = await trx
    .selectFrom('student')
    .select('merged_into')
    .where('id', '=', anyOf.ids(student))
    .where('merged_into', 'is not', null)
    .execute();
  for (const { merged_into } of merged) shown.add(merged_into);
  return marked.filter((id) => !shown.has(id));
}

const notAsShown = (reason: string) =>
  new ApiError(409, { detail: `${reason} Look at the roll, and close it again.` });

/**
 * A closing that waited does not undo what was done to the roll after it (R-ROLL-11).
 * @param made_at the time of a closing that waited for the network.
 * @throws ApiError 409
 */
export async function assertNotClosedSince(
  trx: Database,
  { class_schedule, date }: RollKey,
  made_at: string | undefined,
): Promise<void> {
  if (made_at === undefined) return;
  const found = await trx
    .selectFrom('roll_event')
    .select('id')
    .where('class_schedule_id', '=', class_schedule)
    .where('date', '=', date)
    .where('done_at', '>', made_at)
    .executeTakeFirst();
  if (found) throw notAsShown('This roll was closed or reopened since.');
}
