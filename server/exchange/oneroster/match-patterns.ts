import type { GivenTimes, Time } from './given-times.ts';
import type { Pattern } from './given-times.ts';

interface Matched {
  fresh: (Pattern & { waiting_class: number })[];
  changed: (Pattern & { class_schedule: number })[];
  unchanged: number;
  /** Class schedules that no pattern is for. */
  remaining: Time[];
}

/**
 * Which class schedule each pattern is for: the one at its time, else one on its weekday, else any other of the
 * class. One that was archived here is not brought back.
 */
export function matchPatterns(given: GivenTimes[], times: Time[]): Matched {
  const matched: Matched = { fresh: [], changed: [], unchanged: 0, remaining: [] };
  const byClass = Map.groupBy(times, ({ waiting_class }) => waiting_class);
  for (const { waiting_class, patterns } of given) {
    const free = new Set(byClass.get(waiting_class));
    const open = new Set(patterns);
    const rules: ((a: Pattern, b: Time) => boolean)[] = [
      (a, b) => a.weekday === b.weekday && a.start === b.start,
      (a, b) => a.weekday === b.weekday && !b.archived,
      (_a, b) => !b.archived,
    ];
    for (const fits of rules)
      for (const pattern of open) {
        const time = [...free].find((one) => fits(pattern, one));
        if (!time) continue;
        free.delete(time);
        open.delete(pattern);
        if (time.archived || isSame(pattern, time)) matched.unchanged++;
        else matched.changed.push({ ...pattern, class_schedule: time.class_schedule });
      }
    matched.fresh.push(...[...open].map((pattern) => ({ ...pattern, waiting_class })));
    matched.remaining.push(...[...free].filter(({ archived }) => !archived));
  }
  return matched;
}

const isSame = (a: Pattern, b: Pattern): boolean =>
  a.weekday === b.weekday &&
  a.start === b.start &&
  a.end === b.end &&
  a.classroom_id === b.classroom_id &&
  a.teacher_id === b.teacher_id &&
  (a.weeks === undefined || JSON.stringify(a.weeks) === JSON.stringify(b.weeks));
