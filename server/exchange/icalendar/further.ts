import { sql } from 'kysely';
import { groupForm } from '#contract/timetable/group-form.ts';
import { groupName } from '#contract/timetable/timetable.ts';
import { limits } from '#contract/limits.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Notice } from './calendar-event.ts';
import type { Existing, Matched } from './existing.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';

/** The further teachers and rooms of a class, and its group. */
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
    group: groupOf(given),
  };
}

/** The group of a class, where the file names one that a class can have. */
export const groupOf = ({ named }: ResolvedClass): string | null =>
  groupName.safeParse(named?.group).data || null;

/** The text by which they are compared with those of the last file. */
export const furtherText = ({ teachers, rooms, group }: Further): string =>
  JSON.stringify([teachers, rooms, group]);

/** The same of a file or a class, without regard to the case and the order of its groups. */
function comparable(text: string): string {
  const [teachers, rooms, group] = JSON.parse(text) as [number[], number[], string | null];
  return JSON.stringify([teachers, rooms, group && groupForm(group)]);
}

const stored = ({ co_teacher_ids, more_classroom_ids, group_name }: Existing): Further => ({
  teachers: co_teacher_ids ?? [],
  rooms: more_classroom_ids ?? [],
  group: group_name,
});

interface Following {
  existing: Existing[];
  /** The facts of each class in the last file of this source. */
  last: ReadonlyMap<number, { reported: { further?: string } }>;
  /** The ids of classes that are made. */
  ids: ReadonlyMap<string, number>;
  idOf: RoomIds;
  notice: Notice;
}

/**
 * Writes the further teachers and rooms and the group of classes that are made, and of those that have them as the
 * last file had; where somebody has changed them since they stay, and are named (R-IMPORT-15).
 * @returns the classes that were here and are changed by it.
 */
export async function writeFurther(
  trx: Database,
  rows: Matched[],
  { existing, last, ids, idOf, notice }: Following,
): Promise<ReadonlySet<number>> {
  const byId = new Map(existing.map((known) => [known.id, known]));
  const added: Written[] = [];
  const changed: Written[] = [];
  for (const { id, ref, class: given } of rows) {
    const further = furtherOf(given, idOf);
    const known = id === null ? undefined : byId.get(id);
    if (!known) {
      if (hasAny(further)) added.push({ id: id ?? ids.get(ref), ...further });
      continue;
    }
    const [stands = '', wanted = ''] = [stored(known), further].map((one) =>
      comparable(furtherText(one)),
    );
    if (!given.named || stands === wanted) continue;
    const before = last.get(known.id)?.reported.further;
    if (before !== undefined && comparable(before) === stands)
      changed.push({ id: known.id, ...further });
    else notice(given.event.line, 'note', 'further', staysText);
  }
  await save(trx, changed);
  const ofChanged = new Set(changed.flatMap(({ id }) => id ?? []));
  if (added.length === 0) return ofChanged;
  // A new class has them on each of its dates, as its first teacher and room.
  await setAct(trx, { from: '0001-01-01' });
  await save(trx, added);
  await setAct(trx, { from: null });
  return ofChanged;
}

interface Written extends Further {
  id: number | undefined;
}

async function save(trx: Database, written: Written[]): Promise<void> {
  if (written.length === 0) return;
  await sql`
    update class_schedule c set
      more_classroom_ids = nullif(given.rooms, '{}'),
      co_teacher_ids = nullif(given.teachers, '{}'),
      group_name = given.group
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb)
      as given(id bigint, rooms bigint[], teachers bigint[], "group" text)
    where c.id = given.id`.execute(trx);
}

const hasAny = ({ teachers, rooms, group }: Further): boolean =>
  teachers.length > 0 || rooms.length > 0 || group !== null;

const staysText =
  'the class has other further teachers or rooms or another group here, which stay: change them in the timetable';
