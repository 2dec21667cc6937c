import { isTaughtBy } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { ClassGroup } from '../dashboard/day.ts';
import { canBeTaken } from '#web/timetable/public/meeting-text.ts';

/** On days with more classes, only own, current and next classes are offered. */
const maxListedClasses = 60;

/**
 * The classes to choose a roll from: own classes first, then current ones, the next
 * ones, later and earlier ones, each in order of time.
 * @param all classes of a day by start time.
 */
export function choicesOf(all: ClassSchedule[], teacher: number | null): ClassGroup[] {
  const own = all.filter((it) => isTaughtBy(it, teacher));
  const others = all.filter((it) => !isTaughtBy(it, teacher));
  const now = others.filter((it) => it.currentClass);
  const upcoming = others.filter(
    (it) => !it.currentClass && it.period === 'current_and_upcoming' && canBeTaken(it),
  );
  const [first] = upcoming;
  const next = upcoming.filter((it) => it.start_time === first?.start_time);
  const isShort = all.length <= maxListedClasses;
  const rest = isShort ? others.filter((it) => !now.includes(it) && !next.includes(it)) : [];
  const later = rest.filter((it) => it.period === 'current_and_upcoming');
  const earlier = rest.filter((it) => it.period !== 'current_and_upcoming');
  return [
    { title: 'My classes', of: own },
    { title: 'Now', of: now },
    { title: 'Next', of: next },
    { title: 'Later', of: later },
    {
      title: now.length + next.length + own.length + later.length > 0 ? 'Earlier' : 'Classes',
      of: earlier,
    },
  ].filter(({ of }) => of.length > 0);
}
