import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { ClashKind } from '#contract/clash.ts';
import type { ProposedMeeting } from '../clashes/proposed.ts';
import { assertNoClash } from '../clashes/refuse.ts';
import type { Change } from './operations.ts';
import { presentTeachers } from './places.ts';
import { lockMeetings, roomsOfRow, type FoundMeeting, type MeetingRow } from './store.ts';

interface Chosen {
  ids: number[];
  sequence?: number | undefined;
}

/**
 * The chosen meetings, locked.
 * @param field of the body that names them.
 * @throws ApiError when one is unknown, or was changed since it was read.
 */
export async function chosen(
  trx: Database,
  { ids, sequence }: Chosen,
  needs?: Parameters<typeof lockMeetings>[2],
  field = 'ids',
): Promise<FoundMeeting[]> {
  const meetings = await lockMeetings(trx, [...new Set(ids)], needs);
  const known = new Set(meetings.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length) throw validationError(field, `${missing.join(', ')} cannot be found`);
  const [only] = meetings;
  if (only && meetings.length === 1) assertUnchanged(only, sequence);
  return meetings;
}

export function assertUnchanged(meeting: MeetingRow, sequence: number | undefined): void {
  if (sequence === undefined || sequence === meeting.sequence) return;
  const { status, start_time, end_time, reason } = meeting;
  const now = status === 'scheduled' ? `held ${start_time}–${end_time}` : status;
  throw new ApiError(409, {
    detail: `Somebody else changed this class meanwhile: it is ${now} now${reason ? ` (${reason})` : ''}.`,
  });
}

/** Throws a message for each meeting that the change does not apply to. */
export function assertAll(
  meetings: FoundMeeting[],
  problemOf: (meeting: FoundMeeting) => string | false | null,
): void {
  const fail = meetings.flatMap((meeting) => {
    const status = problemOf(meeting);
    return status
      ? [{ id: meeting.id, status: `${meeting.subject_code} on ${meeting.date} ${status}` }]
      : [];
  });
  if (fail.length)
    throw new ApiError(409, { detail: fail.map(({ status }) => `${status}.`).join(' '), fail });
}

export const movedAway = ({ status, moved_to }: MeetingRow) =>
  status === 'moved' && `was moved to ${moved_to}`;

const proposedBy = (it: MeetingRow): ProposedMeeting => ({
  class_schedule_id: it.class_schedule_id,
  date: it.date,
  start_time: it.start_time,
  end_time: it.end_time,
  teacher_ids: presentTeachers(it),
  classroom_ids: roomsOfRow(it),
});

/**
 * Judges changed meetings: now that they are written, those of one step are also
 * compared with each other.
 * @throws ApiError 409 with the clashes, which rolls the change back.
 */
export const assertNoClashAfter = (
  trx: Database,
  { after }: Change,
  kinds: readonly ClashKind[],
): Promise<void> =>
  assertNoClash(trx, after.filter(({ status }) => status === 'scheduled').map(proposedBy), kinds);

/**
 * Checks the teachers or rooms that meetings get.
 * @throws ApiError 400 at `meetings`.
 */
export async function assertActive(
  trx: Database,
  kind: 'teacher' | 'classroom',
  ids: number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${ids}::bigint[]) w(id)
    where not exists (select from ${sql.table(kind)} t where t.id = w.id and t.archived_at is null)
    order by w.id`.execute(trx);
  if (rows.length)
    throw validationError(
      'meetings',
      `${kind} ${rows.map(({ id }) => id).join(', ')} is archived or does not exist`,
    );
}
