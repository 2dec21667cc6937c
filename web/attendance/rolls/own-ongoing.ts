import { isTaughtBy } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';

/** The teacher's own current class, whose roll "/" opens. */
export const ownOngoing = (
  all: ClassSchedule[],
  teacher: number | null,
): ClassSchedule | undefined => all.find((it) => it.currentClass && isTaughtBy(it, teacher));
