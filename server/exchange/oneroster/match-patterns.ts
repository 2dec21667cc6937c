import type { GivenTimes, Pattern, Time } from './given-times.ts';

interface Matched {
  fresh: (Pattern & { waiting_class: number })[];
  changed: (Pattern & { waiting_class: number; class_schedule: number })[];
  unchanged: number;
  /** Class schedules that no pattern is for. */
  remaining: Time[];
}

type WhenHeld = Pick<Pattern, 'weekday' | 'start'>;

/**
 * Which class schedule each pattern of a waiting class is for: the one at its time, else one on its weekday, else any
 * other of the class. One that was archived here is found at its own time alone.
 */
export function timesFor<P extends WhenHeld, T extends WhenHeld & Pick<Time, 'archived'>>(
  patterns: readonly P[],
  times: readonly T[],
): Map<P, T> {
  const found = new Map<P, T>();
  const free = new Set(times);
  const rules: ((a: P, b: T) => boolean)[] = [
    (a, b) => a.weekday === b.weekday && a.start === b.start,
    (a, b) => a.weekday === b.weekday && !b.archived,
    (_a, b) => !b.archived,
  ];
  for (const fits of rules)
    for (const pattern of patterns) {
      if (found.has(pattern)) continue;
      const time = [...free].find((one) => fits(pattern, one));
      if (!time) continue;
      free.delete(time);
      found.set(pattern, time);
    }
  return found;
}

/** Sorts the patterns by whether they add a class schedule or change one. One that was archived here is not brought back. */
export function matchPatterns(given: GivenTimes[], times: Time[]): Matched {
  const matched: Matched = { fresh: [], changed: [], unchanged: 0, remaining: [] };
  const byClass = Map.groupBy(times, ({ waiting_class }) => waiting_class);
  for (const { waiting_class, patterns } of given) {
    const own = byClass.get(waiting_class) ?? [];
    const found = timesFor(patterns, own);
    for (const pattern of patterns) {
      const time = found.get(pattern);
      if (!time) matched.fresh.push({ ...pattern, waiting_class });
      else if (time.archived || isSame(pattern, time)) matched.unchanged++;
      else matched.changed.push({ ...pattern, waiting_class, class_schedule: time.class_schedule });
    }
    const used = new Set(found.values());
    matched.remaining.push(...own.filter((time) => !time.archived && !used.has(time)));
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
