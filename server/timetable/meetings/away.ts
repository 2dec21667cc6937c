import type { z } from 'zod';
import type { awayChange } from '#contract/timetable/teacher-away.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { required } from '#server/platform/required.ts';
import { assertActive, assertAll, assertNoClashAfter, assertUnchanged, chosen } from './chosen.ts';
import { hasTakenPlace } from './correction.ts';
import { changeRows, type Change } from './operations.ts';
import { isCheckedIn, isInAnotherPlace, placeOf, presentTeachers, withPlace } from './places.ts';
import type { FoundMeeting } from './store.ts';

/** Cancels or covers meetings of an absent teacher. @param now the institute's local date and time. */
export async function changeAway(
  trx: Database,
  { teacher, meetings: requested, reason = null, confirm }: z.output<typeof awayChange>,
  now: string,
): Promise<Change> {
  const byId = new Map(requested.map((meeting) => [meeting.id, meeting]));
  const covers = requested.flatMap(({ cover }) => (typeof cover === 'number' ? cover : []));
  const meetings = await chosen(trx, { ids: [...byId.keys()] }, { teachers: covers }, 'meetings');
  for (const meeting of meetings) assertUnchanged(meeting, byId.get(meeting.id)?.sequence);
  const coverOf = (id: number) => required(byId.get(id), `Meeting ${id}`).cover;
  assertAll(
    meetings,
    (it) =>
      (!presentTeachers(it).includes(teacher) && 'is not held by this teacher') ||
      (it.status !== 'scheduled' && 'does not take place') ||
      (it.roll_closed && 'has a closed roll') ||
      (hasTakenPlace(now)(it) && 'was held: correct who taught it on its roll') ||
      (coverOf(it.id) !== null &&
        isCheckedIn(it, required(placeOf(it, teacher), 'A place')) &&
        'has a check-in') ||
      (coverOf(it.id) === 'others' &&
        presentTeachers(it).length === 1 &&
        'has no other teacher then') ||
      (coverOf(it.id) === teacher && 'cannot be covered by who is away') ||
      (isOfOther(it, teacher, coverOf(it.id)) &&
        'has this teacher already: the others can teach without the absent one'),
  );
  await assertActive(trx, 'teacher', covers);
  const change = await changeRows(trx, meetings, (it) => {
    const cover = coverOf(it.id);
    if (cover === null) return { ...it, status: 'cancelled', reason };
    const of = required(placeOf(it, teacher), 'A place');
    const isAway = cover === 'others';
    return {
      ...it,
      ...withPlace(it, {
        teacher: of.teacher,
        cover: isAway || cover === of.teacher ? null : cover,
        code: null,
        away: isAway,
      }),
      reason,
    };
  });
  if (!confirm) await assertNoClashAfter(trx, change, ['teacher']);
  return change;
}

const isOfOther = (it: FoundMeeting, teacher: number, cover: number | 'others' | null): boolean => {
  const of = placeOf(it, teacher);
  return typeof cover === 'number' && of !== undefined && isInAnotherPlace(it, of, cover);
};
