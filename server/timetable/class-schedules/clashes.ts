import type { Clash } from '#contract/clash.ts';
import type { ClassClash } from '#contract/timetable/timetable.ts';

/** Other classes that need the teacher or the room, each once, in the form of the weekly timetable. */
export function classClashes(found: Clash[]): ClassClash[] {
  const byClass = Map.groupBy(
    found.filter(({ kind }) => kind === 'teacher' || kind === 'classroom'),
    ({ other }) => other?.class_schedule,
  );
  return [...byClass.values()]
    .flatMap(withKinds)
    .toSorted((a, b) => a.start_time.localeCompare(b.start_time) || a.id - b.id);
}

function withKinds(same: Clash[]): ClassClash[] {
  const other = same[0]?.other;
  if (!other) return [];
  const has = (kind: Clash['kind']) => same.some((one) => one.kind === kind);
  return [
    {
      kinds: [
        ...(has('teacher') ? (['teacher'] as const) : []),
        ...(has('classroom') ? (['classroom'] as const) : []),
      ],
      confirmed: same.every(({ confirmed }) => confirmed),
      id: other.class_schedule,
      subject: other.subject,
      group_name: other.group_name,
      day_of_week: other.day_of_week,
      weeks: other.weeks,
      first_week: other.first_week,
      start_time: other.start_time,
      end_time: other.end_time,
      classroom: { room_number: other.room_number },
      teacher: other.teacher,
    },
  ];
}
