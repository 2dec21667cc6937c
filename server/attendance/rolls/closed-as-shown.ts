import { fullName } from '#contract/person-name.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { RollKey } from './roll-key.ts';

interface Closing {
  user: number;
  /** Students without a mark, as the user was shown them. */
  student?: number[] | undefined;
  /** The time of a closing that waited for the network. */
  made_at?: string | undefined;
  /** Students whom the closing has marked. */
  marked: number[];
}

/**
 * A closing marks absent whom its question counted, and does not undo what others did to the roll after it
 * (R-ROLL-11).
 * @throws ApiError 409
 */
export async function assertAsShown(
  trx: Database,
  of: RollKey,
  { user, student, made_at, marked }: Closing,
): Promise<void> {
  if (made_at !== undefined && (await wasClosedSince(trx, of, { user, made_at })))
    throw notAsShown('Somebody else closed or reopened this roll since.');
  if (student === undefined) return;
  const shown = new Set(student);
  const others = marked.filter((id) => !shown.has(id));
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

const notAsShown = (reason: string) =>
  new ApiError(409, { detail: `${reason} Look at the roll, and close it again.` });

async function wasClosedSince(
  trx: Database,
  { class_schedule, date }: RollKey,
  { user, made_at }: { user: number; made_at: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('roll_event')
    .select('id')
    .where('class_schedule_id', '=', class_schedule)
    .where('date', '=', date)
    .where('done_at', '>', made_at)
    .where('done_by', 'is distinct from', user)
    .executeTakeFirst();
  return found !== undefined;
}
