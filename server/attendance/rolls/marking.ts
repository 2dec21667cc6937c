import { type ActionFailure, type AttendanceRecord, type Way } from '#contract/marks.ts';
import { type MarkDetail } from '#contract/mark-bodies.ts';
import { fullName } from '#contract/person-name.ts';
import { wasMissing, type Status, type RollStatus } from '#contract/status.ts';
import { oldCardText } from '#contract/people/card-reasons.ts';
import { alreadyPresent, messages } from '#contract/texts.ts';
import type { AppContext } from '#server/app-context.ts';
import { type ApiError, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { presentConflicts, classesOfStudents, whatHappened } from '#server/timetable/index.ts';
import { publishClass, publishMarks } from '#server/school/live-marks.ts';
import { uuidOfRecord } from '#server/school/record-uuid.ts';
import { keyOfOther } from './answer-once.ts';
import { cardKeysOf, plainKeysOf, termsOf, waitedTermsOf } from './terms.ts';
import {
  recordMarks,
  type MarkOutcome,
  type MarkProblem,
  type Recorded,
  type Rejected,
  type Unknown,
} from './queries.ts';

interface MarkRequest {
  /** Ids, or texts: card numbers, student IDs, uuids; with `ofRecord` the id of a mark. */
  keys: (string | number)[];
  class_schedule: number;
  date?: string;
  /** Null, with `ofRecord`: the mark keeps its status. */
  status: Status | null;
  how: Way | null;
  idempotencyKey: string | null;
  /** The message of a success. */
  message: string;
  /** The time of a mark that waited for the network; ISO instant. */
  made_at?: string | undefined;
  /** An undo: only of the user's own latest change, which gave this status. */
  takes_back?: RollStatus | undefined;
  /** The status that the mark had where it was seen: it is changed only while it has it. */
  seen?: RollStatus | undefined;
  detail?: MarkDetail | undefined;
  /** Changes an existing mark. */
  ofRecord?: true;
}

/** The outcome of a request to mark students. */
export interface Marked {
  /** The records in the order of the request, unchanged ones included. */
  records: AttendanceRecord[];
  results: { student_id: string; status: string }[];
  fail: ActionFailure[];
  unknown: Unknown[];
  archived: Rejected[];
  /** The user's own student, who is not marked. */
  own: MarkOutcome[];
  /** Students whose marks are held for an administrator (R-ROLL-25). */
  held: Rejected[];
  /** Whether a record was changed. */
  changed: boolean;
}

/**
 * Validates the date, writes the marks, notifies open screens, and returns the outcome per student
 * (R-ROLL-6).
 */
export async function markStudents(
  context: AppContext,
  user: CurrentUser,
  request: MarkRequest,
): Promise<Marked> {
  const { database, clock, live, files } = context;
  const date = dateOfRoll(context, request.date);

  const { problem, marks: found } = await recordMarks(database, {
    request: request.idempotencyKey,
    keys: request.keys,
    ...(request.ofRecord && { ofRecord: request.ofRecord }),
    classSchedule: request.class_schedule,
    date,
    status: request.status,
    how: request.how,
    user: user.id,
    now: clock.now().toString(),
    terms: {
      ...termsOf(context, user),
      ...plainKeysOf(request.keys),
      ...cardKeysOf(request.keys, context.settings.current()),
      ...(request.made_at !== undefined && waitedTermsOf(context, user, request.made_at)),
      ...(request.takes_back !== undefined && { takes_back: request.takes_back }),
      ...(request.seen !== undefined && { seen: request.seen }),
      ...(request.detail && { detail: request.detail }),
    },
  });
  if (problem) throw await refusalOf(context, problem, request.class_schedule, date);
  const marks = found.map((mark) =>
    mark.outcome === 'unknown' ? mark : { ...mark, profile_image: files.link(mark.profile_image) },
  );

  const of = <Outcome extends MarkOutcome['outcome']>(...outcomes: Outcome[]) =>
    marks.filter((mark): mark is MarkOutcome & { outcome: Outcome } =>
      outcomes.some((outcome) => outcome === mark.outcome),
    );
  const changed = of('marked', 'changed').map((mark) => mark.student);
  if (changed.length) publishMarks(live, { ...request, date }, changed);
  if (of('held').length) publishClass(live, request.class_schedule, date);

  const strangers = of('not_enrolled');
  const theirClasses = strangers.length
    ? await classesOfStudents(
        database,
        strangers.map((mark) => mark.student),
        date,
      )
    : [];
  const byStudent = Map.groupBy(theirClasses, (row) => row.student_id);
  const conflict = (mark: Rejected): ActionFailure => {
    const class_schedules = presentConflicts(clock, byStudent.get(mark.student) ?? [], date);
    return {
      ...failure(mark, messages.notEnrolled),
      ...(class_schedules.length && { class_schedules }),
    };
  };

  const done = of('marked', 'changed', 'already', 'superseded');
  const isOld = isOldMark(clock.now(), request.made_at);
  return {
    records: done.map((mark) => record(mark, request.class_schedule, date)),
    results: [
      ...done.map((mark) => ({
        student_id: mark.student_id,
        status: statusText(mark, request.message, clock.timeZone, isOld),
      })),
      ...of('held').map(({ student_id }) => ({ student_id, status: messages.markHeld })),
    ],
    held: of('held'),
    fail: [
      ...of('unknown').map((mark) => ({
        student_id: mark.key,
        status: unknownText(mark, clock.timeZone),
      })),
      ...of('archived').map((mark) => failure(mark, archivedText(mark))),
      ...of('own').map((mark) => failure(mark, messages.ownAttendance)),
      ...of('changed_since').map((mark) => failure(mark, messages.changedSince)),
      ...of('withdrawn_since').map((mark) => failure(mark, messages.withdrawnSince)),
      ...(await mapInSlices(strangers, conflict)),
    ],
    unknown: of('unknown'),
    archived: of('archived'),
    own: of('own'),
    changed: changed.length > 0,
  };
}

/** An archived student, or where the rows of a merged one are (R-MERGE-4). */
export const archivedText = ({ merged_into }: Pick<Rejected, 'merged_into'>): string =>
  merged_into ? `${messages.mergedStudent}: ${merged_into}` : messages.archivedStudent;

/** A card or ID of no student, or whose card it was before it was lost or replaced (R-CARD-4). */
export const unknownText = ({ former }: Unknown, timeZone: string): string =>
  former ? oldCardText(former, timeZone) : messages.unknownCard;

/** The date of marks: today by default; future dates in development only. */
export function dateOfRoll({ clock, config }: AppContext, date = clock.today()): string {
  if (date > clock.today() && !config.development)
    throw validationError('date', messages.futureDate);
  return date;
}

function failure(mark: Rejected, status: string): ActionFailure {
  const { student_id, profile_image } = mark;
  return { student_id, name: fullName(mark), profile_image, status };
}

const dayMs = 24 * 3_600_000;
const isOldMark = (now: Temporal.Instant, madeAt: string | undefined): boolean =>
  madeAt !== undefined && now.epochMilliseconds - Date.parse(madeAt) > dayMs;

function statusText(mark: Recorded, message: string, timeZone: string, isOld: boolean): string {
  if (mark.outcome === 'superseded') return messages.laterMarkStands;
  if (mark.outcome !== 'already') {
    if (isOld) return `${message}; it arrived late`;
    return mark.closed ? `${message}; the roll stays closed` : message;
  }
  if (wasMissing(mark.status)) return 'already absent';
  return alreadyPresent(mark.marked_at, timeZone);
}

function record(mark: Recorded, class_schedule: number, date: string): AttendanceRecord {
  return {
    id: mark.id,
    uuid: uuidOfRecord(mark.id),
    student: mark.student,
    student_uuid: mark.student_uuid,
    student_id: mark.student_id,
    first_name: mark.first_name,
    last_name: mark.last_name,
    profile_image: mark.profile_image,
    class_schedule,
    date,
    status: mark.status,
    how: mark.how,
    marked_at: new Date(mark.marked_at).toISOString(),
    late_minutes: mark.detail.late_minutes ?? null,
    left_early_minutes: mark.detail.left_early_minutes ?? null,
    arrived_at: mark.detail.arrived_at ? new Date(mark.detail.arrived_at).toISOString() : null,
    excused: wasMissing(mark.status) && (mark.detail.excuse !== undefined || mark.on_leave),
  };
}

/**
 * The reason why a class takes no marks on a date; for a cancelled or moved class with its reason,
 * or its new date.
 */
export async function refusalOf(
  { database }: Pick<AppContext, 'database'>,
  problem: MarkProblem,
  classSchedule: number,
  date: string,
): Promise<ApiError> {
  if (problem !== 'cancelled' && problem !== 'moved') return classProblem(problem);
  return validationError('date', await whatHappened(database, classSchedule, date));
}

function classProblem(problem: Exclude<MarkProblem, 'cancelled' | 'moved'>): ApiError {
  if (problem === 'excused_by_leave')
    return validationError('excuse', 'is by an approved leave: change the leave');
  if (problem === 'detail_of_present')
    return validationError('status', 'Late and left early are only with the status Present');
  if (problem === 'detail_of_absent')
    return validationError('excuse', 'only with the status Absent');
  if (problem === 'closed') return validationError('date', messages.rollClosed);
  if (problem === 'request') return keyOfOther();
  if (problem === 'unknown') return validationError('class_schedule', 'This class does not exist');
  if (problem === 'archived') return validationError('class_schedule', 'This class is archived');
  return validationError('date', messages.noClass);
}
