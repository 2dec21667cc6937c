import { sql } from 'kysely';
import { groupName } from '#contract/timetable/timetable.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Notice } from './calendar-event.ts';
import type { Existing, Matched } from './existing.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';

/** What a class has besides its teacher and its room. */
interface Further {
  teachers: number[];
  rooms: number[];
  group: string | null;
}

/** The further teachers and rooms of a class and its group, as the file has them. */
export function furtherOf(given: ResolvedClass, idOf: RoomIds): Further {
  const others = (ids: number[], first: number) =>
    [...new Set(ids)].filter((id) => id !== first).slice(0, limits.furtherOfClass);
  return {
    teachers: others(given.co_teachers, given.teacher_id),
    rooms: others(given.more_rooms.map(idOf), idOf(given.room)),
    group: groupName.safeParse(given.named?.group).data || null,
  };
}

/**
 * Classes that are made have the further teachers and rooms and the group of the file; later ones stay as
 * somebody has entered them.
 */
export async function addFurther(
  trx: Database,
  made: ({ id: number | undefined } & Further)[],
): Promise<void> {
  const some = made.filter(
    ({ teachers, rooms, group }) => teachers.length || rooms.length || group,
  );
  if (some.length === 0) return;
  await sql`
    update class_schedule c set
      more_classroom_ids = nullif(given.rooms, '{}'),
      co_teacher_ids = nullif(given.teachers, '{}'),
      group_name = given.group
    from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as given(id bigint, rooms bigint[], teachers bigint[], "group" text)
    where c.id = given.id`.execute(trx);
}

/** Names the classes that are here with other further teachers or rooms than the file has. */
export function noteFurther(
  rows: Matched[],
  { existing, idOf, notice }: { existing: Existing[]; idOf: RoomIds; notice: Notice },
): void {
  const byId = new Map(existing.map((known) => [known.id, known]));
  const isSame = (one: number[], other: number[] | null) =>
    new Set(one).symmetricDifference(new Set(other)).size === 0;
  for (const { id, class: given } of rows) {
    const known = id === null ? undefined : byId.get(id);
    if (!known || !given.named) continue;
    const { teachers, rooms } = furtherOf(given, idOf);
    if (!isSame(teachers, known.co_teacher_ids))
      notice(given.event.line, 'note', 'further teachers', stays('teachers'));
    if (!isSame(rooms, known.more_classroom_ids))
      notice(given.event.line, 'note', 'further rooms', stays('rooms'));
  }
}

const stays = (of: string): string =>
  `the class has other further ${of} here, which stay: change them in the timetable`;
