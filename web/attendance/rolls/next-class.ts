import { minutesOf } from '#contract/dates.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';

type Taught = Pick<ClassSchedule, 'id' | 'teacher' | 'classroom' | 'end_time'>;

/** A class counts as the next one from this time before its start. */
const beforeStartMinutes = 20;

/**
 * The next class in the same room or with the same teacher, for which a queue may be
 * waiting: it is current, or starts soon. The teacher's own comes first.
 * @param all classes of the date. @param now local time, `HH:mm`.
 */
export function nextClassOf(
  of: Taught,
  all: ClassSchedule[],
  now: string,
): ClassSchedule | undefined {
  const soon = minutesOf(now) + beforeStartMinutes;
  const following = all.filter(
    (it) =>
      it.id !== of.id &&
      canBeTaken(it) &&
      it.start_time >= of.end_time &&
      minutesOf(it.start_time) <= soon &&
      it.end_time > now &&
      (it.teacher.id === of.teacher.id || it.classroom.id === of.classroom.id),
  );
  const isOwn = (it: ClassSchedule) => it.teacher.id === of.teacher.id;
  return following.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.start_time.localeCompare(b.start_time),
  )[0];
}
