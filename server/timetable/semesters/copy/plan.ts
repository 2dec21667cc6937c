import { groupForm } from '#contract/timetable/group-form.ts';
import type { LeftOutReason } from '#contract/timetable/semester-copy.ts';
import { addDays, daysOf, mondayOf } from '#contract/dates.ts';
import { semesterWeek, type ClassDates } from '#contract/weeks.ts';
import { isHeld, type HeldPattern, type Pattern } from './pattern.ts';
import { hasFirst, withoutArchived, type Needed } from './people.ts';

/** A class of the former semester, with its patterns until the end of it. */
export interface SourceClass {
  id: number;
  subject_id: number;
  subject_name: string;
  subject_code: string;
  subject_archived: boolean;
  class_type: string;
  group_name: string | null;
  color_coding: string;
  sort_order: number;
  patterns: Pattern[];
}

export interface Terms {
  /** The day whose state is copied. */
  asOf: string;
  from: ClassDates;
  to: ClassDates;
  teachers: Needed;
  classrooms: Needed;
  /** The classes that the new semester has, as `keyOf` names them. */
  taken: ReadonlySet<string>;
}

/** A class to be made. */
export interface Copy {
  of: SourceClass;
  /** What it is from the beginning of the semester on, or where it begins later, from then on. */
  first: HeldPattern;
  beginsLater: boolean;
  /** Its later changes, by the dates of the new semester. */
  later: Pattern[];
}

export interface CopyPlan {
  copies: Copy[];
  leftOut: { reason: LeftOutReason; of: SourceClass }[];
  /** Classes that lose weeks, and these weeks. */
  lostWeeks: { weeks: Set<number>; classes: SourceClass[] };
  /** Classes of which a later change is lost. */
  lostChanges: SourceClass[];
}

type Timed = Pick<HeldPattern, 'day_of_week' | 'start_time' | 'end_time'>;
type Kind = Pick<SourceClass, 'subject_id' | 'class_type' | 'group_name'>;

/** By what a class is recognised in the new semester: subject, type, group, weekday and time. */
export const keyOf = (kind: Kind, { day_of_week, start_time, end_time }: Timed): string =>
  JSON.stringify([
    kind.subject_id,
    kind.class_type,
    kind.group_name && groupForm(kind.group_name),
    day_of_week,
    start_time,
    end_time,
  ]);

/** The date of another semester with the same weekday in the week of the same number (R-COPY-1). */
const sameDayOfWeek = (date: string, from: ClassDates, to: ClassDates): string =>
  addDays(
    mondayOf(to.class_start_date),
    7 * (semesterWeek(date, from) - 1) + daysOf(mondayOf(date), date) - 1,
  );

/**
 * The patterns of a class that are copied: the one in force on the day, and those that begin after it.
 * @param class_.patterns by date; the first one has always been there.
 */
export const statesFrom = ({ patterns }: SourceClass, asOf: string): Pattern[] =>
  patterns.slice(
    Math.max(
      0,
      patterns.findLastIndex(({ valid_from }) => valid_from <= asOf),
    ),
  );

/** Decides which classes are copied, and what each becomes (R-COPY-1, R-COPY-2). */
export function planCopy(classes: readonly SourceClass[], terms: Terms): CopyPlan {
  const plan: CopyPlan = {
    copies: [],
    leftOut: [],
    lostWeeks: { weeks: new Set(), classes: [] },
    lostChanges: [],
  };
  for (const of of classes) {
    const found = copyOf(of, terms);
    if (typeof found === 'string') {
      plan.leftOut.push({ reason: found, of });
      continue;
    }
    plan.copies.push(found.copy);
    if (found.lost.length) plan.lostWeeks.classes.push(of);
    for (const week of found.lost) plan.lostWeeks.weeks.add(week);
    if (found.losesChanges) plan.lostChanges.push(of);
  }
  return plan;
}

function copyOf(
  of: SourceClass,
  terms: Terms,
): LeftOutReason | { copy: Copy; lost: number[]; losesChanges: boolean } {
  const { asOf, from, to, taken } = terms;
  const states = statesFrom(of, asOf);
  const own = states.find(isHeld);
  if (!own) return 'ended';
  if (of.subject_archived) return 'subject';
  if (taken.has(keyOf(of, own))) return 'already';

  const last = semesterWeek(to.class_end_date, to);
  const lost = new Set<number>();
  const moved = states.map((state, at) => {
    for (const week of state.weeks ?? []) if (week > last) lost.add(week);
    const weeks = state.weeks?.filter((week) => week > 0 && week <= last) ?? null;
    return {
      ...state,
      weeks: weeks?.length ? weeks : null,
      // In none of its weeks: it is not held then.
      day_of_week: weeks?.length === 0 ? null : state.day_of_week,
      valid_from: at === 0 ? '' : sameDayOfWeek(state.valid_from, from, to),
    };
  });
  const remaining = moved.filter(({ valid_from }) => valid_from <= to.class_end_date);
  if (!remaining.some(isHeld)) return 'weeks';

  for (const state of remaining.filter(isHeld)) {
    if (!hasFirst(state.teacher_id, terms.teachers)) return 'teacher';
    if (!hasFirst(state.classroom_id, terms.classrooms)) return 'classroom';
  }
  const [begin, ...later] = remaining.map((state) => withoutArchived(state, terms));
  const first = begin && isHeld(begin) ? begin : later.find(isHeld);
  if (!begin || !first) return 'weeks';
  return {
    copy: { of, first, beginsLater: !isHeld(begin), later },
    lost: [...lost],
    losesChanges: remaining.length < moved.length,
  };
}
