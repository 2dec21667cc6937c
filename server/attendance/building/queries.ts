import { sql, type RawBuilder } from 'kysely';
import {
  buildingLimits,
  type PersonHere,
  type PlaceOfPeople,
} from '#contract/attendance/building.ts';
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
  room: string | null;
  subject_name: string | null;
  subject_code: string | null;
  group_name: string | null;
  start_time: string | null;
  end_time: string | null;
}

/** Rooms in their order, in each its teachers first, then students by name; those without a class now behind. */
export const peopleOrder = sql`x.place, r.room_number collate natural_order, x.class_schedule_id, x.student_id is not null,
  sort_name(coalesce(s.first_name, t.first_name), coalesce(s.last_name, t.last_name)) collate natural_order,
  coalesce(s.first_name, t.first_name) collate natural_order, x.student_id, x.teacher_id`;

/** Names of people `x` and of where they are. */
export const namedPeople = sql`
  left join student s on s.id = x.student_id
  left join teacher t on t.id = x.teacher_id
  left join classroom r on r.id = x.classroom_id`;

const columns = sql`x.student_id as student, x.teacher_id as teacher, s.student_id,
  coalesce(s.first_name, t.first_name) as first_name, coalesce(s.last_name, t.last_name) as last_name,
  s.profile_image, x.place, x.class_schedule_id, x.classroom_id, r.room_number as room, j.subject_name,
  j.subject_code, c.group_name, x.start_time, x.end_time, x.state, x.since, x.expected`;

const classes = sql`
  left join class_schedule c on c.id = x.class_schedule_id
  left join subject j on j.id = c.subject_id`;

export const tooMany = () =>
  new ApiError(400, { detail: `There are more than ${buildingLimits.people} people here now.` });

/** Everybody who is here now or expected, without a roll call. @throws ApiError 400 when they are too many. */
export async function readPeopleNow(context: AppContext): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select row_number() over (order by ${peopleOrder}) as number, ${columns}, false as accounted, null as ticked_at,
      null as ticked_by, 0 as version
    from (${peopleNow(nowTerms(context))}) x ${namedPeople} ${classes}
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
    from building_roll_call_person x ${namedPeople} ${classes} left join app_user u on u.id = x.ticked_by
    where x.building_roll_call_id = ${rollCall} and ${which}
    order by x.number limit ${buildingLimits.people}`.execute(database);
  return rows;
}

/** Rows as answers have them: what many people share stands once. */
export async function presentPeople(
  { files }: Pick<AppContext, 'files'>,
  rows: Row[],
): Promise<{ places: PlaceOfPeople[]; people: PersonHere[] }> {
  const places: PlaceOfPeople[] = [];
  const known = new Map<string, number>();
  const people = await mapInSlices(rows, (row) => {
    const {
      place: kind,
      class_schedule_id,
      classroom_id,
      room,
      start_time,
      end_time,
      ...rest
    } = row;
    const { subject_name, subject_code, group_name, ...person } = rest;
    const key = `${kind} ${class_schedule_id} ${classroom_id}`;
    const place = known.get(key) ?? places.length;
    if (place === places.length) {
      known.set(key, place);
      const class_name =
        subject_code === null ? null : withGroup(`${subject_code} ${subject_name}`, group_name);
      places.push({ kind, room, class_name, start_time, end_time });
    }
    return { ...person, place, profile_image: files.link(person.profile_image) };
  });
  return { places, people };
}
