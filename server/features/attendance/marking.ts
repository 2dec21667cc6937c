import { type ActionFailure, type AttendanceRecord, type Status, type Way } from '../../../contract/attendance.ts';
import { alreadyPresent, messages } from '../../../contract/messages.ts';
import type { Parts } from '../../parts.ts';
import { ApiError, wrongField } from '../../platform/http/api-error.ts';
import type { Who } from '../../platform/http/guard.ts';
import { presentConflicts } from '../timetable/present.ts';
import { classesOfStudents } from '../timetable/queries.ts';
import { uuidOfRecord } from './record-uuid.ts';
import { recordMarks, topicsOf, type MarkOutcome, type MarkProblem } from './queries.ts';

export interface MarkRequest {
  keys: (string | number)[];
  class_schedule: number;
  date?: string;
  status: Status;
  how: Way | null;
  idempotencyKey: string | null;
  /** What a success says. */
  message: string;
}

/** What became of a request to mark students. */
export interface Marked {
  /** The records in the order asked for, those that already were so included. */
  records: AttendanceRecord[];
  results: { student_id: string; status: string }[];
  fail: ActionFailure[];
  unknown: MarkOutcome[];
  archived: MarkOutcome[];
  /** Something was written. */
  changed: boolean;
}

/** Checks the date, marks, tells the open screens, and says for everybody what happened (spec §4, design §4). */
export async function markStudents(parts: Parts, who: Who, request: MarkRequest): Promise<Marked> {
  const { database, clock, live, config, files } = parts;
  const date = request.date ?? clock.today();
  if (date > clock.today() && !config.development) throw wrongField('date', messages.futureDate);

  const { problem, marks: found } = await recordMarks(database, {
    request: request.idempotencyKey,
    keys: request.keys,
    classSchedule: request.class_schedule,
    date,
    status: request.status,
    how: request.how,
    user: who.id,
    now: clock.now().toString(),
  });
  if (problem) throw classProblem(problem);
  const marks = found.map((mark) => ({ ...mark, profile_image: files.link(mark.profile_image ?? null) }));

  const of = (...outcomes: MarkOutcome['outcome'][]) => marks.filter((mark) => outcomes.includes(mark.outcome));
  const changed = of('marked', 'changed').length > 0;
  if (changed) topicsOf(request.class_schedule, date).forEach(live.publish);

  const strangers = of('not_enrolled');
  const theirClasses = strangers.length
    ? await classesOfStudents(
        database,
        strangers.map((mark) => mark.student),
        date,
      )
    : [];
  const conflict = (mark: MarkOutcome): ActionFailure => {
    const own = theirClasses.filter((row) => row.student_id === mark.student);
    const class_schedules = presentConflicts(clock, own, date);
    return { ...failure(mark, messages.notEnrolled), ...(class_schedules.length && { class_schedules }) };
  };

  const done = of('marked', 'changed', 'already');
  return {
    records: done.map((mark) => record(mark, request.class_schedule, date)),
    results: done.map((mark) => ({ student_id: mark.student_id, status: statusText(mark, request.message, clock.timeZone) })),
    fail: [
      ...of('unknown').map((mark) => ({ student_id: mark.key, status: messages.unknownCard })),
      ...of('archived').map((mark) => failure(mark, messages.archivedStudent)),
      ...strangers.map(conflict),
    ],
    unknown: of('unknown'),
    archived: of('archived'),
    changed,
  };
}

function failure(mark: MarkOutcome, status: string): ActionFailure {
  const { student_id, first_name, last_name, profile_image } = mark;
  return { student_id, name: `${first_name} ${last_name}`, profile_image, status };
}

function statusText(mark: MarkOutcome, message: string, timeZone: string): string {
  if (mark.outcome !== 'already') return message;
  if (mark.status === 'Absent') return 'already absent';
  return alreadyPresent(mark.marked_at!, timeZone);
}

function record(mark: MarkOutcome, class_schedule: number, date: string): AttendanceRecord {
  return {
    id: mark.id!,
    uuid: uuidOfRecord(mark.id!),
    student: mark.student,
    student_uuid: mark.student_uuid,
    student_id: mark.student_id,
    first_name: mark.first_name,
    last_name: mark.last_name,
    profile_image: mark.profile_image,
    class_schedule,
    date,
    status: mark.status!,
    how: mark.how!,
    marked_at: new Date(mark.marked_at!).toISOString(),
  };
}

function classProblem(problem: MarkProblem): ApiError {
  if (problem === 'request') return new ApiError(422, { 'Idempotency-Key': ['was used for another request'] });
  if (problem === 'unknown') return wrongField('class_schedule', 'This class does not exist');
  if (problem === 'archived') return wrongField('class_schedule', 'This class is archived');
  return wrongField('date', messages.noClass);
}
