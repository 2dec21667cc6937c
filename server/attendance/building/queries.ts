import { sql, type RawBuilder } from 'kysely';
import type { PersonHere, PlaceOfPeople } from '#contract/attendance/building.ts';
import { buildingLimits } from '#contract/attendance/building-counts.ts';
import { withGroup } from '#contract/class-name.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import { nowTerms, peopleNow } from './people-now.ts';

interface Row extends Omit<PersonHere, 'place'> {
  place: PlaceOfPeople['kind'];
  class_schedule_id: number | null;
  classroom_id: number | null;
  start_time: string | null;
  end_time: string | null;
}

/** A class that is held now by room, then everybody without one: screens put the rooms in their order. */
const ofClass = (column: string) => sql`case when x.place = 'class' then ${sql.ref(column)} end`;
/** In each room its teachers first, then students by name. */
export const peopleOrder = sql`x.place, ${ofClass('x.classroom_id')}, ${ofClass('x.class_schedule_id')},
  x.student_id is not null,
  sort_name(coalesce(s.first_name, t.first_name), coalesce(s.last_name, t.last_name)) collate natural_order,
  coalesce(s.first_name, t.first_name) collate natural_order, x.student_id, x.teacher_id`;

/** The names of people `x`. */
export const namedPeople = sql`
  left join student s on s.id = x.student_id
  left join teacher t on t.id = x.teacher_id`;

const columns = sql`x.student_id as student, x.teacher_id as teacher, s.student_id,
  coalesce(s.first_name, t.first_name) as first_name, coalesce(s.last_name, t.last_name) as last_name,
  s.profile_image, x.place, x.class_schedule_id, x.classroom_id, x.start_time, x.end_time, x.state, x.since, x.expected`;

export const tooMany = () =>
  new ApiError(400, { detail: `There are more than ${buildingLimits.people} people here now.` });

/** Everybody who is here now or expected, without a roll call. @throws ApiError 400 when they are too many. */
export async function readPeopleNow(context: AppContext): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select row_number() over (order by ${peopleOrder}) as number, ${columns}, false as accounted, null as ticked_at,
      null as ticked_by, 0 as version
    from (${peopleNow(nowTerms(context))}) x ${namedPeople}
    order by 1 limit ${buildingLimits.people + 1}`.execute(context.database);
  if (rows.length > buildingLimits.people) throw tooMany();
  return rows;
}

/** The people of a roll call. @param which a condition on row `x`. */
export async function readPeople(
  database: Database,
  rollCall: number,
  which: RawBuilder<unknown> = sql`true`,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select x.number, ${columns}, x.accounted, x.ticked_at, u.name as ticked_by, x.version
    from building_roll_call_person x ${namedPeople} left join app_user u on u.id = x.ticked_by
    where x.building_roll_call_id = ${rollCall} and ${which}
    order by x.number limit ${buildingLimits.people}`.execute(database);
  return rows;
}

/** The names of classes and rooms by their ids, read once: hundreds of people share one. */
async function placeNames(
  database: Database,
  rows: Row[],
): Promise<{ classes: Map<number, string>; rooms: Map<number, string> }> {
  const ids = (name: 'class_schedule_id' | 'classroom_id') => [
    ...new Set(rows.flatMap((row) => row[name] ?? [])),
  ];
  const found = await sql<{ id: number; room: string | null; subject: string; group: string }>`
    select c.id, null as room, j.subject_code || ' ' || j.subject_name as subject, c.group_name as "group"
    from class_schedule c join subject j on j.id = c.subject_id
    where c.id = any(${ids('class_schedule_id')}::bigint[])
    union all
    select r.id, r.room_number, null, null from classroom r
    where r.id = any(${ids('classroom_id')}::bigint[])`.execute(database);
  const classes = new Map<number, string>();
  const rooms = new Map<number, string>();
  for (const { id, room, subject, group } of found.rows)
    if (room === null) classes.set(id, withGroup(subject, group));
    else rooms.set(id, room);
  return { classes, rooms };
}

/** Rows as answers have them: what many people share stands once. */
export async function presentPeople(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  rows: Row[],
): Promise<{ places: PlaceOfPeople[]; people: PersonHere[] }> {
  const { classes, rooms } = await placeNames(database, rows);
  const places: PlaceOfPeople[] = [];
  const known = new Map<string, number>();
  const people = await mapInSlices(rows, (row) => {
    const { place: kind, class_schedule_id, classroom_id, start_time, end_time, ...person } = row;
    const key = `${kind} ${class_schedule_id} ${classroom_id}`;
    const place = known.get(key) ?? places.length;
    if (place === places.length) {
      known.set(key, place);
      const room = rooms.get(classroom_id ?? 0) ?? null;
      const class_name = classes.get(class_schedule_id ?? 0) ?? null;
      places.push({ kind, room, class_name, start_time, end_time });
    }
    return { ...person, place, profile_image: files.link(person.profile_image) };
  });
  return { places, people };
}
