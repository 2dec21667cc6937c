import type { CalendarEvent } from './calendar-event.ts';
import type { Known } from './known.ts';

/** The semester of a timetable without dates: the one that today is in, or else the next one. */
export function comingSemester(semesters: Known['semesters'], today: string): number | null {
  const [first] = semesters
    .filter(({ to }) => to >= today)
    .toSorted((a, b) => a.class_from.localeCompare(b.class_from) || a.id - b.id);
  return first?.id ?? null;
}

/**
 * The semester that most events begin or last in; of several the one that today is in, or else the
 * next one. Null when no event is in any.
 */
export function semesterOf(
  events: CalendarEvent[],
  semesters: Known['semesters'],
  today: string,
): number | null {
  const spans = events.map(({ start, rule }) => {
    const from = start.toPlainDate().toString();
    const endless = /COUNT=/i.test(rule?.value ?? '') ? from : '9999-12-31';
    return { from, to: rule ? (rule.until?.toPlainDate().toString() ?? endless) : from };
  });
  const counted = semesters
    .map((one) => ({
      ...one,
      events: spans.filter(({ from, to }) => from <= one.to && to >= one.class_from).length,
      // Events that begin in it say more than those that go on.
      begins: spans.filter(({ from }) => from <= one.to && from >= one.class_from).length,
    }))
    .filter((one) => one.events > 0);
  const distance = (one: { class_from: string; to: string }) =>
    one.class_from <= today && today <= one.to ? 0 : one.class_from > today ? 1 : 2;
  const [best] = counted.toSorted(
    (a, b) =>
      b.begins - a.begins ||
      b.events - a.events ||
      distance(a) - distance(b) ||
      a.class_from.localeCompare(b.class_from) ||
      a.id - b.id,
  );
  return best?.id ?? null;
}
