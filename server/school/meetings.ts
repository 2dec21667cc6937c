import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Joins the meeting `g` of a class on a day. */
export const meetingOn = (classSchedule: RawBuilder<unknown>, day: Day): RawBuilder<unknown> =>
  sql`class_meeting g on g.class_schedule_id = ${classSchedule} and g.date = ${dateOf(day)}`;

/** Whether meeting `g` takes place. */
export const takesPlace = sql<boolean>`g.status = 'scheduled'`;

/** Whether meeting `g` is over. @param now local date and time of the institute. */
export const isOver = (now: string): RawBuilder<boolean> =>
  sql`(g.date + g.end_time <= ${now}::timestamp)`;

/** Whether a meeting is held at its class's weekly time: not moved, added or at other times. */
export const isWeekly = (meeting = 'g'): RawBuilder<boolean> => sql`(
  ${sql.ref(`${meeting}.origin`)} in ('weekly', 'migrated')
  and not ${sql.ref(`${meeting}.own_time`)})`;

/** The length of meeting `g` in minutes. */
export const scheduledMinutes = sql<number>`extract(epoch from g.end_time - g.start_time)::int / 60`;

const columnsOfPlaces = (meeting: string): RawBuilder<unknown> =>
  sql.join(
    [
      'teacher_id',
      'covering_teacher_id',
      'cover_payroll_id',
      'co_teacher_ids',
      'changed_places',
    ].map((name) => sql.ref(`${meeting}.${name}`)),
  );

/** The places of a meeting as rows `k` of `places_of` (R-TEACH-2). */
export const placesOf = (meeting = 'g'): RawBuilder<unknown> =>
  sql`places_of(${columnsOfPlaces(meeting)}) k`;

/** The ids of those who teach a meeting: covering teachers instead of covered ones, without those who are away. */
export const teachersOf = (meeting = 'g'): RawBuilder<number[]> =>
  // Most meetings have one teacher, and there are many.
  sql`(case when ${sql.ref(`${meeting}.co_teacher_ids`)} is null and ${sql.ref(`${meeting}.changed_places`)} is null
    then array[coalesce(${sql.ref(`${meeting}.covering_teacher_id`)}, ${sql.ref(`${meeting}.teacher_id`)})]
    else present_teachers(${sql.join(
      ['teacher_id', 'covering_teacher_id', 'co_teacher_ids', 'changed_places'].map((name) =>
        sql.ref(`${meeting}.${name}`),
      ),
    )}) end)`;

/** Who teaches in the first place of meeting `g`: the covering teacher, or the planned one. */
const inFirstPlace = sql<number>`coalesce(g.covering_teacher_id, g.teacher_id)`;

/** The teacher of meeting `g`: the first of those who teach it. */
export const teacherOfMeeting = sql<number>`(case when g.changed_places is null then ${inFirstPlace}
  else coalesce((${teachersOf()})[1], g.teacher_id) end)`;

/** The ids of the others who teach meeting `g`, in order; null without any. */
export const furtherTeachers = sql<number[] | null>`(case when g.co_teacher_ids is not null
  then nullif((${teachersOf()})[2:], '{}') end)`;

/**
 * Times, room and teacher of meeting `g` of class `c`; a class without a row on its date (only until
 * planning is repaired) has the weekly ones.
 */
export const asHeld = {
  start: sql<string>`coalesce(g.start_time, c.start_time)`,
  end: sql<string>`coalesce(g.end_time, c.end_time)`,
  classroom: sql<number>`coalesce(g.classroom_id, c.classroom_id)`,
  teacher: sql<number>`coalesce(${teacherOfMeeting}, c.teacher_id)`,
};

/** The rooms of a meeting. */
export const roomsOf = (meeting = 'g'): RawBuilder<number[]> =>
  sql`(array[${sql.ref(`${meeting}.classroom_id`)}] || ${sql.ref(`${meeting}.more_classroom_ids`)})`;

/** People and rooms by their ids, in order, as answers have them. */
export const peopleOf = (ids: RawBuilder<unknown>): RawBuilder<Person[]> =>
  sql`coalesce(case when ${ids} is not null then people_of(${ids}) end, '[]')`;
export const roomsByIds = (ids: RawBuilder<unknown>): RawBuilder<Room[]> =>
  sql`coalesce(case when ${ids} is not null then rooms_of(${ids}) end, '[]')`;
/** The numbers of rooms by their ids, in that order: `A1, A2`. */
export const roomNames = (ids: RawBuilder<unknown>): RawBuilder<string> => sql`(
  select string_agg(n.room_number, ', ' order by array_position(${ids}, n.id))
  from classroom n where n.id = any(${ids}))`;
/** The seats of a first room and further ones; 0 where one of them is a place without seats. */
export const seatsOf = (
  capacity: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
): RawBuilder<number> =>
  sql`(case when ${more} is null then ${capacity} else seats_of(${capacity}, ${more}) end)`;

export interface Person {
  id: number;
  first_name: string;
  last_name: string;
}
interface Room {
  id: number;
  room_number: string;
  capacity: number;
}

type Teachers = number[] | number;
const anyTeacher = (teachers: Teachers) => sql`any(${[teachers].flat()}::bigint[])`;

/** The name of joined room `r` of meeting `g`, with further rooms in brackets. */
export const roomText = sql<string>`(case when g.more_classroom_ids is null then r.room_number
  else rooms_text(g.classroom_id, g.more_classroom_ids) end)`;

/** The names of all who teach meeting `g`, with joined teacher `t` of its first place. */
export const teacherNames = sql<string>`(case
  when g.co_teacher_ids is null then person_name(t.first_name, t.last_name)
  else teachers_text(${teachersOf()}) end)`;

/**
 * Whether one of these teaches meeting `g` in any place: covers, or is planned and neither covered
 * nor away (R-TEACH-1).
 */
export const isTaughtBy = (teachers: Teachers): RawBuilder<boolean> => sql<boolean>`(
  ${inFirstPlace} = ${anyTeacher(teachers)} and not is_away(g.changed_places, g.teacher_id)
  or g.id in (
    select k.class_meeting_id from meeting_co_teacher k
    where coalesce(k.covering_teacher_id, k.teacher_id) = ${anyTeacher(teachers)} and not k.is_away
  ))`;

/**
 * Who teaches each meeting, as rows `t` of `meeting` (the id), `class`, `date` and `teacher`;
 * meetings without a further teacher need no look-up.
 * @param which a condition on meeting `g`.
 */
export const taughtMeetings = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select g.id as meeting, g.class_schedule_id as class, g.date, ${inFirstPlace} as teacher
  from class_meeting g where ${which} and not is_away(g.changed_places, g.teacher_id)
  union all
  select g.id, g.class_schedule_id, g.date, coalesce(f.covering_teacher_id, f.teacher_id)
  from meeting_co_teacher f join class_meeting g on g.id = f.class_meeting_id
  where ${which} and not f.is_away
) t`;

/** The rooms of each meeting, as rows `t` of `meeting`, `class`, `date` and `room`. */
export const meetingsInRooms = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select g.id as meeting, g.class_schedule_id as class, g.date, g.classroom_id as room
  from class_meeting g where ${which}
  union all
  select g.id, g.class_schedule_id, g.date, f.classroom_id
  from meeting_more_room f join class_meeting g on g.id = f.class_meeting_id where ${which}
) t`;

/**
 * Whether one of these has a place at meeting `g`, also where they are covered or away: they see
 * it, and their roll.
 */
export const hasPlace = (teachers: Teachers): RawBuilder<boolean> => sql<boolean>`(
  g.teacher_id = ${anyTeacher(teachers)} or g.covering_teacher_id = ${anyTeacher(teachers)}
  or g.id in (
    select k.class_meeting_id from meeting_co_teacher k
    where k.teacher_id = ${anyTeacher(teachers)} or k.covering_teacher_id = ${anyTeacher(teachers)}
  ))`;

/** Whether meeting `g` is held in one of these rooms. */
export const isInRoom = (rooms: number[]): RawBuilder<boolean> => sql<boolean>`(
  g.classroom_id = any(${rooms}::bigint[])
  or g.id in (select k.class_meeting_id from meeting_more_room k where k.classroom_id = any(${rooms}::bigint[])))`;

/** The same for the room of a row beside it. */
export const isInRoomOf = (room: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(g.classroom_id = ${room} or ${room} = any(g.more_classroom_ids))`;

/** Whether one of these is a teacher of class `alias` in any place, by its week. */
export const teachesClass = (
  teachers: Teachers,
  alias: string,
): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${alias}.teacher_id`)} = ${anyTeacher(teachers)}
  or ${sql.ref(`${alias}.co_teacher_ids`)} && ${[teachers].flat()}::bigint[])`;

/** A table or CTE of meetings with the columns `teacher_id`, `further_teachers`, `classroom_id`, `further_rooms`. */
type MeetingRows = 'held' | 'slots';

/** Its rows by teacher (`who`): each once for everybody who teaches it. */
export const byTeacher = (rows: MeetingRows): RawBuilder<unknown> => sql`(
  select *, teacher_id as who from ${sql.table(rows)}
  union all
  select h.*, further.who from ${sql.table(rows)} h
  cross join lateral unnest(h.further_teachers) further(who) where h.further_teachers is not null)`;

/** Its rows by room: each once for every room. */
export const byRoom = (rows: MeetingRows): RawBuilder<unknown> => sql`(
  select *, classroom_id as room from ${sql.table(rows)}
  union all
  select h.*, further.room from ${sql.table(rows)} h
  cross join lateral unnest(h.further_rooms) further(room) where h.further_rooms is not null)`;
