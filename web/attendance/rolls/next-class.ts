import { isTaughtBy, roomsOf, teachersOf } from '#contract/timetable/further-names.ts';
import { minutesOf } from '#contract/dates.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';

type Taught = Pick<
  ClassSchedule,
  'id' | 'teacher' | 'co_teachers' | 'classroom' | 'more_rooms' | 'end_time'
>;

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
  const isOwn = (it: ClassSchedule) => teachersOf(of).some(({ id }) => isTaughtBy(it, id));
  const following = all.filter(
    (it) =>
      it.id !== of.id &&
      canBeTaken(it) &&
      it.start_time >= of.end_time &&
      minutesOf(it.start_time) <= soon &&
      it.end_time > now &&
      (isOwn(it) || roomsOf(it).some((room) => roomsOf(of).some(({ id }) => id === room.id))),
  );
  return following.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.start_time.localeCompare(b.start_time),
  )[0];
}
