import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { extraMeeting, move } from '#contract/timetable/meeting-changes.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  ApiError,
  inOneAnswer,
  notFound,
  validationError,
} from '#server/platform/http/api-error.ts';
import { checkReferences } from '#server/platform/resource/dependants.ts';
import { assertTimesExist } from '#server/school/when.ts';
import { furtherColumns } from '../class-schedules/further.ts';
import { lockNeeds } from '../clashes/lock.ts';
import { assertAll, assertNoClashAfter, assertUnchanged, movedAway } from './chosen.ts';
import { freeDatesNear, isHolidayOn, patternOn } from './free-dates.ts';
import { changeRows, replacedOn, type Change } from './operations.ts';
import {
  carriedBy,
  deleteMeetings,
  insertMeeting,
  lockMeetingOn,
  lockMeetings,
  putBack,
  roomsOfRow,
  rowOf,
  saveMeetings,
  type FoundMeeting,
  type MeetingRow,
  type NewMeeting,
} from './store.ts';

/** Throws unless a meeting of the class may be held on the date (R-MEETING-3). */
async function assertDate(
  trx: Database,
  { first_date, last_date }: Pick<FoundMeeting, 'first_date' | 'last_date'>,
  date: string,
  confirm: boolean | undefined,
): Promise<void> {
  if (date < first_date || date > last_date)
    throw validationError('date', `must be from ${first_date} to ${last_date}`);
  if (!confirm && (await isHolidayOn(trx, date)))
    throw new ApiError(409, {
      detail: `${date} is a holiday.`,
      confirm: [`${date} is a holiday`],
    });
}

/** Throws when the class has a meeting on the date; one that is not held there is replaced. */
async function freeDate(
  trx: Database,
  of: Pick<FoundMeeting, 'class_schedule_id' | 'first_date' | 'last_date'>,
  date: string,
): Promise<MeetingRow | null> {
  const there = await lockMeetingOn(trx, of.class_schedule_id, date);
  if (!there) return null;
  if (there.status !== 'scheduled' && carriedBy(there) === null) return rowOf(there);
  const near = await freeDatesNear(trx, of, date);
  throw new ApiError(409, {
    detail: `This class has a meeting on ${date} already: make that one longer, or choose another date, such as ${near.join(' or ')}.`,
    date: ['has a meeting of this class already'],
  });
}

/**
 * Moves a meeting to another date: the row stays on the old one as moved, and a new one is held.
 * A moved meeting is moved again; moved back, it is held on its own date again. On its own
 * date only the times change.
 */
export async function moveTo(
  trx: Database,
  id: number,
  { date, start_time, end_time, reason = null, confirm, ...body }: z.output<typeof move>,
  timeZone: string,
): Promise<Change> {
  const [meeting] = await lockMeetings(trx, [id], {
    classrooms: [body.classroom_id, ...(body.more_rooms ?? [])],
    // Also students of dates that the meeting is moved back to.
    from: '0001-01-01',
  });
  if (!meeting) throw notFound('This class on its date');
  assertUnchanged(meeting, body.sequence);
  assertAll([meeting], (it) => movedAway(it) || carriedBy(it));
  const isSameTime =
    date === meeting.date && start_time === meeting.start_time && end_time === meeting.end_time;
  if (!isSameTime) assertTimesExist({ date, start_time, end_time }, timeZone);
  await assertDate(trx, meeting, date, confirm);
  const classroom_id = body.classroom_id ?? meeting.classroom_id;
  if (body.classroom_id !== undefined)
    await checkReferences(trx, { classroom_id: 'classroom' }, { classroom_id });
  const held: NewMeeting = {
    ...rowOf(meeting),
    date,
    start_time,
    end_time,
    classroom_id,
    ...(await furtherColumns(trx, { more_rooms: body.more_rooms, classroom_id })),
    reason,
    status: 'scheduled',
  };
  const first = await rowMovedAway(trx, meeting);
  const staysOrReturns = date === meeting.date || date === first?.date;
  if (staysOrReturns) held.held_on_holiday ||= await isHolidayOn(trx, date);
  const replaced = staysOrReturns ? null : await freeDate(trx, meeting, date);
  const change = await moveWith(trx, meeting, held, { first, replaced });
  const isInAnotherRoom = String(roomsOfRow(held)) !== String(roomsOfRow(meeting));
  if (!confirm)
    await assertNoClashAfter(
      trx,
      change,
      isInAnotherRoom ? [...kindsOfTime, 'seats'] : kindsOfTime,
    );
  return change;
}

/** The kinds of clashes that other times can cause. */
const kindsOfTime = ['teacher', 'classroom', 'students', 'closed'] as const;

/** Rows on other dates that a move changes. */
interface OtherRows {
  first: MeetingRow | null;
  replaced: MeetingRow | null;
}

function moveWith(
  trx: Database,
  meeting: FoundMeeting,
  held: NewMeeting,
  others: OtherRows,
): Promise<Change> {
  if (held.date === meeting.date)
    return changeRows(trx, [meeting], (it) => ({
      ...it,
      ...held,
      own_time: true,
      own_room: it.own_room || String(roomsOfRow(held)) !== String(roomsOfRow(it)),
    }));
  return meeting.moved_from === null
    ? moveAway(trx, meeting, held, others.replaced)
    : moveOn(trx, meeting, held, others);
}

async function moveAway(
  trx: Database,
  meeting: FoundMeeting,
  held: NewMeeting,
  replaced: MeetingRow | null,
): Promise<Change> {
  if (replaced) await deleteMeetings(trx, [replaced.id]);
  const before = rowOf(meeting);
  const after = await saveMeetings(trx, [
    { ...before, status: 'moved', moved_to: held.date, reason: held.reason },
  ]);
  after.push(await insertMeeting(trx, { ...held, origin: 'moved', moved_from: meeting.date }));
  return { before: replaced ? [before, replaced] : [before], after };
}

/** The row on the date that a meeting was moved from; null after another replaced it. */
async function rowMovedAway(trx: Database, meeting: MeetingRow): Promise<MeetingRow | null> {
  const { class_schedule_id, moved_from, date } = meeting;
  const there = moved_from && (await lockMeetingOn(trx, class_schedule_id, moved_from));
  return there && there.moved_to === date ? rowOf(there) : null;
}

/** Moves a moved meeting again, or back to its original date. */
async function moveOn(
  trx: Database,
  meeting: FoundMeeting,
  held: NewMeeting,
  { first, replaced }: OtherRows,
): Promise<Change> {
  const before = [rowOf(meeting), ...(first ? [first] : []), ...(replaced ? [replaced] : [])];
  const returns = held.date === meeting.moved_from;
  const gone = first && returns ? meeting : replaced;
  if (gone) await deleteMeetings(trx, [gone.id]);
  const after = await saveMeetings(trx, rowsAfter());
  const waiting = await replacedOn(trx, meeting);
  if (waiting) after.push(await putBack(trx, waiting));
  return { before, after };

  function rowsAfter(): MeetingRow[] {
    if (first && returns)
      return [{ ...first, ...timesOf(held), status: 'scheduled', moved_to: null, own_time: true }];
    if (returns) {
      const origin = meeting.extra_uid ? 'extra' : 'weekly';
      return [{ ...rowOf(meeting), ...held, origin, moved_from: null, own_time: true }];
    }
    const moved = { ...rowOf(meeting), ...held };
    return first ? [moved, { ...first, moved_to: held.date }] : [moved];
  }
}

const timesOf = (held: NewMeeting) => ({
  start_time: held.start_time,
  end_time: held.end_time,
  classroom_id: held.classroom_id,
  more_classroom_ids: held.more_classroom_ids,
  reason: held.reason,
  held_on_holiday: held.held_on_holiday,
});

/** @throws ApiError 400 for a class that does not exist or is archived. */
async function openPatternOn(trx: Database, classSchedule: number, date: string) {
  const pattern = await patternOn(trx, classSchedule, date);
  if (!pattern) throw validationError('class_schedule', 'does not exist');
  if (pattern.archived) throw validationError('class_schedule', 'is archived');
  return pattern;
}

export async function addExtra(
  trx: Database,
  { class_schedule, date, confirm, reason = null, ...body }: z.output<typeof extraMeeting>,
  timeZone: string,
): Promise<Change> {
  await lockNeeds(trx, {
    teachers: [body.teacher_id, ...(body.co_teachers ?? [])],
    classrooms: [body.classroom_id, ...(body.more_rooms ?? [])],
    classes: [class_schedule],
    from: date,
  });
  const [of] = await inOneAnswer(
    () => openPatternOn(trx, class_schedule, date),
    () =>
      checkReferences(
        trx,
        { classroom_id: 'classroom', teacher_id: 'teacher' },
        { classroom_id: body.classroom_id, teacher_id: body.teacher_id },
      ),
  );
  const { classroom_id = of.classroom_id, teacher_id = of.teacher_id } = body;
  assertTimesExist({ date, start_time: body.start_time, end_time: body.end_time }, timeZone);
  await assertDate(trx, of, date, confirm);
  const replaced = await freeDate(trx, { class_schedule_id: class_schedule, ...of }, date);
  const meeting: NewMeeting = {
    class_schedule_id: class_schedule,
    date,
    start_time: body.start_time,
    end_time: body.end_time,
    classroom_id,
    teacher_id,
    covering_teacher_id: null,
    cover_payroll_id: null,
    changed_places: null,
    co_teacher_ids: of.co_teacher_ids,
    more_classroom_ids: of.more_classroom_ids,
    ...(await furtherColumns(trx, {
      co_teachers: body.co_teachers,
      more_rooms: body.more_rooms,
      teacher_id,
      classroom_id,
    })),
    status: 'scheduled',
    reason,
    origin: 'extra',
    moved_from: null,
    moved_to: null,
    own_time: true,
    own_room: true,
    held_on_holiday: false,
    extra_uid: randomUUID(),
  };
  if (replaced) await deleteMeetings(trx, [replaced.id]);
  const change = {
    before: replaced ? [replaced] : [],
    after: [await insertMeeting(trx, meeting)],
  };
  if (!confirm) await assertNoClashAfter(trx, change, [...kindsOfTime, 'seats']);
  return change;
}
