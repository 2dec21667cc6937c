import { roomsOf, teachersOf } from '#contract/timetable/further-names.ts';
import type { Week, WeekClass } from '#contract/timetable/week.ts';
import { remarkOf } from './remarks.ts';

/** The content of a week, without its dates. */
function pictureOf({ days, results }: Week): string {
  const at = new Map(days.map(({ date }, index) => [date, index]));
  const classOf = (it: WeekClass) => [
    at.get(it.date),
    it.id,
    it.start_time,
    it.end_time,
    roomsOf(it).map(({ id }) => id),
    teachersOf(it).map(({ id }) => id),
    it.meeting.status,
    remarkOf(it),
  ];
  return JSON.stringify([days.map(({ holidays }) => holidays), results.map(classOf)]);
}

/** Whether two weeks have the same classes at the same times, in the same rooms, with the same teachers. */
export const isSameWeek = (a: Week, b: Week): boolean =>
  a.total === b.total && pictureOf(a) === pictureOf(b);
