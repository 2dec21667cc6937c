import { classSubject } from '#contract/class-name.ts';
import type { QrCheckedIn } from '#contract/attendance/qr.ts';
import { messages } from '#contract/texts.ts';
import { hasAttended } from '#contract/status.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { publishClass, publishMarks } from '#server/school/live-marks.ts';
import { classesOfStudents, presentConflicts } from '#server/timetable/index.ts';
import { refusalOf } from '../rolls/marking.ts';
import type { RecordedMarks } from '../rolls/queries.ts';
import { termsOf } from '../rolls/terms.ts';
import { opensAt } from './opening.ts';
import { isHeld, markOf, useCode, type Session, type Used } from './queries.ts';

const used = 'You have used this code before: scan the one that is shown now';
const takenBack =
  'Your mark in this class was taken back after you scanned the code: speak to the teacher';

/** Marks a student present by a redeemed code, once. */
export async function checkIn(
  context: AppContext,
  user: CurrentUser,
  use: Used,
): Promise<QrCheckedIn> {
  const { database, clock, live } = context;
  const { session, student, arrived_at } = use;
  assertOpen(context, session, arrived_at);
  const roll = { class_schedule: session.class_schedule, date: session.date };
  const terms = termsOf(context, user);
  const recorded = await inTransaction(database, async (trx) => {
    const done = await useCode(trx, use, {
      request: null,
      keys: [student],
      classSchedule: roll.class_schedule,
      date: roll.date,
      status: 'Present',
      how: 'qr',
      user: user.id,
      now: clock.now().toString(),
      // Here the student's own mark is meant: by the code of the room, not by their word.
      terms: { ...terms, mail: '', made_at: arrived_at },
    });
    if (typeof done === 'object') await assertTaken(context, done, use);
    return done;
  });
  const mark = typeof recorded === 'object' ? recorded.marks[0] : undefined;
  if (mark?.outcome === 'marked' || mark?.outcome === 'changed')
    publishMarks(live, roll, [student]);
  if (mark?.outcome === 'held') publishClass(live, roll.class_schedule, roll.date);
  const stands = await markOf(database, student, roll);
  const about = {
    subject_name: session.subject_name,
    subject_code: session.subject_code,
    group_name: session.group_name,
    start_time: session.starts_at.slice(11),
    end_time: session.ends_at.slice(11),
    room_number: session.room_number,
  };
  if (!stands && (await isHeld(database, student, roll)))
    return {
      status: 'Present',
      arrived_at,
      late_minutes: null,
      already: mark?.outcome !== 'held',
      held: true,
      ...about,
    };
  // Sent again after the answer was lost: the same answer. Taken back meanwhile: not again.
  if (!stands || (!mark && !hasAttended(stands.status)))
    throw new ApiError(409, { detail: recorded === 'used' ? used : takenBack });
  return {
    status: stands.status,
    arrived_at: new Date(stands.marked_at).toISOString(),
    late_minutes: stands.late_minutes,
    already: !mark || mark.outcome === 'already',
    ...about,
  };
}

/** The session was open when the code arrived, and the class was not over. */
function assertOpen({ clock, settings }: AppContext, session: Session, arrived_at: string): void {
  const arrived = Temporal.Instant.from(arrived_at);
  const local = arrived.toZonedDateTimeISO(clock.timeZone).toPlainDateTime().toString();
  const { opens_before_minutes } = settings.current();
  const isShut =
    session.closed_at !== null &&
    Temporal.Instant.compare(arrived, Temporal.Instant.from(session.closed_at)) >= 0;
  if (isShut) throw new ApiError(409, { detail: 'Check-in by QR code was closed for this class.' });
  if (local >= session.ends_at) throw new ApiError(409, { detail: 'This class is over.' });
  const opens = opensAt(session.starts_at, opens_before_minutes);
  if (local < opens)
    throw new ApiError(409, { detail: `Check-in opens at ${opens.slice(11, 16)}.` });
}

/** @throws ApiError which undoes the transaction; it names the class that a student of another class has. */
async function assertTaken(
  context: AppContext,
  { problem, marks }: RecordedMarks,
  use: Used,
): Promise<void> {
  const { database, clock } = context;
  const { session, student } = use;
  if (problem === 'closed')
    throw new ApiError(409, {
      detail: 'The roll of this class is closed: speak to the teacher.',
    });
  if (problem) throw await refusalOf(context, problem, session.class_schedule, session.date);
  const [mark] = marks;
  if (mark?.outcome === 'archived') throw new ApiError(409, { detail: messages.archivedStudent });
  if (mark?.outcome !== 'not_enrolled') return;
  const classes = presentConflicts(
    clock,
    await classesOfStudents(database, [student], session.date),
    session.date,
  );
  throw new ApiError(409, { detail: notHere(classes) });
}

/** Which class a student who is not enrolled here has now, in words for the student. */
function notHere(classes: ReturnType<typeof presentConflicts>): string {
  const mine = classes.find(({ currentClass }) => currentClass);
  if (!mine) return 'You are not enrolled in this class. You have no class now.';
  const { classroom, start_time, end_time } = mine;
  const times = `${start_time} to ${end_time}`;
  return `You are not enrolled in this class. Now you have ${classSubject(mine)}, ${times}, room ${classroom.room_number}.`;
}
