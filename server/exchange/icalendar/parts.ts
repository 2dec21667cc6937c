import { groupForm } from '#contract/timetable/group-form.ts';
import type { Existing } from './existing.ts';
import { groupOf } from './further.ts';
import type { LastReported } from './last-reported.ts';
import type { ResolvedClass } from './resolve.ts';

/**
 * The group, the teacher and the room tell classes of one UID apart: Untis gives one number to
 * groups of a lesson that are held side by side, in any order of lines, each with its own students.
 */
export interface Part {
  group: string | null;
  teacher: number;
  /** Null for one that is made. */
  room: number | null;
}

const formOf = (group: string | null): string | null => group && groupForm(group);

export const partOf = (given: ResolvedClass): Part => ({
  group: formOf(groupOf(given)),
  teacher: given.teacher_id,
  room: typeof given.room === 'number' ? given.room : null,
});

/** As the last file had it, where there was one: somebody may have changed it since. */
export function partHere(known: Existing, last: LastReported): Part {
  const reported = last.get(known.id)?.reported;
  if (!reported?.further)
    return {
      group: formOf(known.group_name),
      teacher: known.teacher_id,
      room: known.classroom_id,
    };
  const [, , group] = JSON.parse(reported.further) as [number[], number[], string | null];
  return {
    group: formOf(group),
    teacher: Number(reported.teacher),
    room: Number(reported.room) || null,
  };
}

/** By what a part is recognized, the surest first. */
export const likenesses: readonly ((one: Part, other: Part) => boolean)[] = [
  // Lines without a class and a teacher differ by their rooms alone.
  (one, other) =>
    one.group === other.group &&
    one.teacher === other.teacher &&
    one.room !== null &&
    one.room === other.room,
  (one, other) => one.group === other.group && one.teacher === other.teacher,
  (one, other) => one.group !== null && one.group === other.group,
  (one, other) => one.teacher === other.teacher,
  (one, other) => one.room !== null && one.room === other.room,
];

/** Whether all are one part: then its group, teacher and room may all be others at once. */
export const isOnePart = (parts: readonly Part[]): boolean =>
  new Set(parts.map(({ group }) => group)).size <= 1 &&
  new Set(parts.map(({ teacher }) => teacher)).size <= 1;
