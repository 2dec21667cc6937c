import { sql } from 'kysely';
import type { Place } from '#contract/timetable/further.ts';
import type { Meeting } from '#contract/timetable/meeting.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { placesOf, type Person } from '#server/school/meetings.ts';
import type { ClassRow } from './queries.ts';

/** Additional facts about the few classes that are covered, shared or were moved away. */
export interface ChangeOfClass {
  /** The planned teacher, where somebody covers. */
  covered: { id: number; first_name: string; last_name: string } | null;
  /** Its new date. */
  held: NonNullable<Meeting['moved_to']> | null;
  /** Where it has several teachers, or one is away. */
  places: (Omit<Place, 'cover'> & { cover: Person | null; payroll_id: number | null })[] | null;
}

/** By meeting id; in a separate query, since each join of the list is planned at every call. */
export async function changesOf(
  database: Database,
  classes: Pick<ClassRow, 'meeting_id' | 'moved_to' | 'covering_teacher_id' | 'is_shared'>[],
): Promise<Map<number, ChangeOfClass>> {
  const changed = classes.flatMap(({ meeting_id, moved_to, covering_teacher_id, is_shared }) =>
    meeting_id !== null && (moved_to !== null || covering_teacher_id !== null || is_shared)
      ? [meeting_id]
      : [],
  );
  if (changed.length === 0) return new Map();
  const { rows } = await sql<ChangeOfClass & { id: number }>`
    select g.id,
      case when g.covering_teacher_id is not null then jsonb_build_object('id', t.id,
        'first_name', t.first_name, 'last_name', t.last_name) end as covered,
      case when held.id is not null then jsonb_build_object('date', held.date,
        'start_time', left(held.start_time::text, 5), 'end_time', left(held.end_time::text, 5),
        'room_number', rooms_text(held.classroom_id, held.more_classroom_ids)) end as held,
      case when g.co_teacher_ids is not null or g.changed_places is not null then (
        select jsonb_agg(jsonb_build_object('teacher', people_of(array[k.teacher_id]) -> 0,
          'cover', people_of(array[k.covering_teacher_id]) -> 0, 'payroll_id', k.cover_payroll_id,
          'away', k.is_away) order by k.place)
        from ${placesOf()}
      ) end as places
    from class_meeting g
    join teacher t on t.id = g.teacher_id
    left join class_meeting held on held.class_schedule_id = g.class_schedule_id
      and held.date = g.moved_to
    where g.id = any(${changed}::bigint[])`.execute(database);
  return new Map(rows.map(({ id, ...change }) => [id, change]));
}
