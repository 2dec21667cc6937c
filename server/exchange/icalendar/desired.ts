import { createHash } from 'node:crypto';
import {
  carriedBy,
  type FoundMeeting,
  type MeetingRow,
  type NewMeeting,
  rowOf,
} from '#server/timetable/index.ts';
import { isOurs, reasons } from './reasons.ts';
import { changedByHand, covered, isCoverOurs, noCover, whyUntouched } from './untouched.ts';

/** How a class is held on a date, as the calendar has it. */
export interface Wanted {
  date: string;
  start_time: string;
  end_time: string;
  classroom_id: number;
  movedFrom: string | null;
  /** The teacher whom the calendar names for this date instead of the usual one. */
  stand_in: number | null;
  /** The line that says so, where it is noted. */
  line: number;
}

/** A class with its dates in the calendar. */
export interface DesiredClass {
  id: number;
  /** The import adds it: its other dates are only planned. */
  isNew: boolean;
  /** Another calendar made it, or had it first: its dates stay, and those of this one are named (R-IMPORT-13). */
  isOfOtherCalendar: boolean;
  /** The event's line, where problems are noted. */
  line: number;
  uid: string;
  /** The pattern: what a meeting is unless it was changed. */
  start_time: string;
  end_time: string;
  classroom_id: number;
  teacher_id: number;
  wanted: ReadonlyMap<string, Wanted>;
  /** An event of it cannot be read: dates that the calendar does not have stay. */
  hasUnreadable?: boolean | undefined;
  /** Whether a date of its weekday is in its weeks. */
  isPlanned: (date: string) => boolean;
  /** The dates that the calendar speaks of, inclusive; others stay, those since `since` as before. */
  since: string;
  from: string;
  to: string;
}

/** What is written so that the meetings of a class are those of the calendar. */
export interface Changes {
  save: { before: MeetingRow; after: MeetingRow }[];
  remove: MeetingRow[];
  add: NewMeeting[];
  unchanged: number;
  /** Dates on which a class that the import adds is held; null for one that was there. */
  heldOfNew: Wanted[] | null;
  /** Dates that stay as they are, by the reason. */
  stay: { date: string; why: string }[];
}

/**
 * Compares the meetings of a class with its dates in the calendar. Untouched: what has marks or a
 * check-in, or was changed or covered by hand.
 * @param present from `from` on.
 * @param holidays dates without classes.
 */
export function changesOf(
  desired: DesiredClass,
  present: FoundMeeting[],
  holidays: ReadonlySet<string>,
): Changes {
  const changes: Changes = {
    save: [],
    remove: [],
    add: [],
    unchanged: 0,
    heldOfNew: desired.isNew ? heldOf(desired, holidays) : null,
    stay: [],
  };
  const rows = new Map(present.map((row) => [row.date, row]));
  const compared = { desired, rows, holidays };
  const dates = new Set([...rows.keys(), ...desired.wanted.keys()]);
  for (const date of [...dates].toSorted()) {
    if (date < desired.from || date > desired.to) continue;
    const row = rows.get(date);
    const wanted = desired.wanted.get(date);
    if (row?.status === 'scheduled' && !wanted && desired.hasUnreadable)
      changes.stay.push({ date, why: 'may be the date of an event that cannot be read' });
    else if (row) {
      const teacher = wanted ? desired.teacher_id : row.teacher_id;
      noteChange(changes, row, next(compared, rowOf(row), wanted), teacher);
    } else if (wanted && holidays.has(date)) changes.stay.push({ date, why: 'is a holiday' });
    else if (wanted) changes.add.push(newMeeting(compared, wanted));
  }
  return desired.isOfOtherCalendar ? asTheyAre(changes) : changes;
}

/** Nothing is written, and each date that would be is one that stays. */
function asTheyAre({ save, remove, add, unchanged, heldOfNew, stay }: Changes): Changes {
  const others = [...save.map(({ before }) => before), ...remove, ...add].map(({ date }) => ({
    date,
    why: 'another calendar has it otherwise',
  }));
  const all = [...stay, ...others].toSorted((a, b) => a.date.localeCompare(b.date));
  return { save: [], remove: [], add: [], unchanged, heldOfNew, stay: all };
}

/** The dates on which a new class is held: not on holidays, which hold over the calendar. */
const heldOf = ({ wanted, from, to }: DesiredClass, holidays: ReadonlySet<string>): Wanted[] =>
  [...wanted.values()]
    .filter(({ date }) => date >= from && date <= to && !holidays.has(date))
    .toSorted((a, b) => a.date.localeCompare(b.date));

export const heldDates = (desired: DesiredClass, holidays: ReadonlySet<string>): string[] =>
  heldOf(desired, holidays).map(({ date }) => date);

/** A class of the calendar with its meetings here. */
interface Compared {
  desired: DesiredClass;
  /** The meetings here by date. */
  rows: ReadonlyMap<string, FoundMeeting>;
  holidays: ReadonlySet<string>;
}

/** A part of a date stays, and the rest follows its class, as after a change by hand. */
const coverStays = 'is covered by hand, which stays';
const roomStays = 'has a room that was set by hand, which stays';
/** Whether a date stays in a part alone. */
export const staysInPart = (why: string): boolean => why === coverStays || why === roomStays;

/** @param teacher whom the calendar names for the class: a date that carries something keeps its own. */
function noteChange(
  changes: Changes,
  row: FoundMeeting,
  after: MeetingRow | 'remove',
  teacher: number,
): void {
  const before = rowOf(row);
  const why = whyUntouched(row);
  const keepsTeacher = carriedBy(row) !== null && row.teacher_id !== teacher;
  if (after !== 'remove' && isSame(before, after) && !keepsTeacher) changes.unchanged++;
  else if (why) {
    changes.stay.push({ date: row.date, why: partThatStays(why, before, after) ?? why });
  } else if (after === 'remove') changes.remove.push(before);
  else changes.save.push({ before, after });
}

function partThatStays(why: string, before: MeetingRow, after: MeetingRow | 'remove') {
  if (after === 'remove') return null;
  if (why === covered && isSame(withCoverOf(after, before), after)) return coverStays;
  const hasOwnRoomAlone =
    before.own_room &&
    !before.own_time &&
    before.origin === 'weekly' &&
    before.status === 'scheduled';
  return why === changedByHand && hasOwnRoomAlone && !after.own_time ? roomStays : null;
}

const withCoverOf = ({ covering_teacher_id, reason }: MeetingRow, row: MeetingRow): MeetingRow => ({
  ...row,
  covering_teacher_id,
  reason,
});

/** The meeting as the calendar has it. */
function next(
  compared: Compared,
  row: MeetingRow,
  wanted: Wanted | undefined,
): MeetingRow | 'remove' {
  if (!wanted) return nextWithout(compared, row);
  // A holiday of the institute holds over the calendar.
  return row.status === 'holiday' ? row : nextHeld(compared.desired, row, wanted);
}

function nextHeld(desired: DesiredClass, row: MeetingRow, wanted: Wanted): MeetingRow {
  const { start_time, end_time, classroom_id } = wanted;
  const own_time = start_time !== desired.start_time || end_time !== desired.end_time;
  const own_room = classroom_id !== desired.classroom_id;
  const isWeekly = row.origin === 'weekly' || row.origin === 'migrated';
  const cover = coverOf(row, wanted);
  return {
    ...row,
    start_time,
    end_time,
    classroom_id,
    status: 'scheduled',
    moved_to: null,
    own_time: isWeekly ? own_time : row.own_time,
    own_room: isWeekly ? own_room : row.own_room,
    ...cover,
    reason: !isWeekly ? row.reason : own_time || own_room ? reasons.changed : cover.reason,
  };
}

/** A meeting on a date that the calendar does not have: removed, moved, or cancelled. */
function nextWithout(compared: Compared, row: MeetingRow): MeetingRow | 'remove' {
  if (row.origin === 'extra' || row.origin === 'moved') return isOurs(row.reason) ? 'remove' : row;
  const { wanted, isPlanned } = compared.desired;
  // It was cancelled before the class had weeks.
  if (row.status === 'cancelled' && isOurs(row.reason) && !isPlanned(row.date)) return 'remove';
  const to = [...wanted.values()].find(({ movedFrom }) => movedFrom === row.date)?.date;
  if (row.status === 'holiday') return row;
  if (to !== undefined && mayHold(compared, to))
    return { ...row, ...noCover, status: 'moved', moved_to: to, reason: reasons.moved };
  if (row.status === 'cancelled' || (row.status === 'moved' && !isOurs(row.reason))) return row;
  return { ...row, ...noCover, status: 'cancelled', moved_to: null, reason: reasons.cancelled };
}

/** Whether a class is moved to a date: one that is there already stays where it is. */
function mayHold({ desired, rows, holidays }: Compared, date: string): boolean {
  const there = rows.get(date);
  return !holidays.has(date) && (!there || there.origin === 'moved') && date <= desired.to;
}

/** A meeting on a date that has none: moved from another date, or an extra one. */
function newMeeting({ desired, rows }: Compared, wanted: Wanted): NewMeeting {
  const { movedFrom, date, start_time, end_time, classroom_id, stand_in } = wanted;
  const from = movedFrom === null ? undefined : rows.get(movedFrom);
  const isMove =
    from !== undefined &&
    !whyUntouched(from) &&
    from.origin === 'weekly' &&
    from.status !== 'holiday' &&
    !desired.wanted.has(from.date) &&
    from.date >= desired.from;
  // Further teachers and rooms are the class's: a calendar names one.
  const of = from ?? [...rows.values()].findLast((row) => row.date <= date);
  return {
    class_schedule_id: desired.id,
    date,
    co_teacher_ids: of?.co_teacher_ids ?? null,
    more_classroom_ids: of?.more_classroom_ids ?? null,
    start_time,
    end_time,
    classroom_id,
    teacher_id: desired.teacher_id,
    ...noCover,
    covering_teacher_id: isPlanned(stand_in, desired.teacher_id, of) ? null : stand_in,
    status: 'scheduled',
    reason: isMove ? reasons.moved : reasons.extra,
    origin: isMove ? 'moved' : 'extra',
    moved_from: isMove ? from.date : null,
    moved_to: null,
    own_time: true,
    own_room: true,
    held_on_holiday: false,
    extra_uid: isMove ? null : uuidOf(`${desired.uid} ${date}`),
  };
}

/** Whether whom a calendar names for a date is a teacher of the class, in whatever place. */
const isPlanned = (
  named: number | null,
  teacher: number,
  of: Pick<MeetingRow, 'co_teacher_ids'> | undefined,
): boolean => named === teacher || (named !== null && (of?.co_teacher_ids ?? []).includes(named));

/**
 * Who stands in on a date: whom the calendar names, without a pay code of their own; else who was
 * entered by hand. The reason is that of a meeting at its usual time and place.
 */
function coverOf(
  row: MeetingRow,
  { stand_in }: Wanted,
): Pick<MeetingRow, 'covering_teacher_id' | 'cover_payroll_id' | 'reason'> {
  const { covering_teacher_id, cover_payroll_id, teacher_id } = row;
  const named = isPlanned(stand_in, teacher_id, row) ? null : stand_in;
  const isByHand = covering_teacher_id !== null && !isCoverOurs(row);
  if (isByHand && (named === null || named === covering_teacher_id))
    return { covering_teacher_id, cover_payroll_id, reason: named === null ? null : row.reason };
  return {
    covering_teacher_id: named,
    cover_payroll_id: null,
    reason: named === null ? null : reasons.covered,
  };
}

const comparedColumns = [
  'start_time',
  'end_time',
  'classroom_id',
  'status',
  'moved_to',
  'own_time',
  'own_room',
  'reason',
  'covering_teacher_id',
] as const;
const isSame = (a: MeetingRow, b: MeetingRow): boolean =>
  comparedColumns.every((name) => a[name] === b[name]);

/** The same for the same text: a calendar that is imported again has the same extra classes. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
