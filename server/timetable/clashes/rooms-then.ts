import { sql } from 'kysely';
import type { RoomThen, RoomsThenQuery } from '#contract/timetable/rooms-then.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  readPage,
  whereIn,
  type ListDefinition,
  type ListQuery,
} from '#server/platform/resource/list.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { holdsOn } from '#server/school/free-rooms.ts';
import { isInRoom, roomsOf, takesPlace } from '#server/school/meetings.ts';
import { classroom } from '../master-data/resources.ts';
import { plannedMeetings, weeklyMeetings } from './proposals.ts';
import { proposedRows, sameTime, type Proposed, type ProposedMeeting } from './proposed.ts';

interface Query extends ListQuery {
  id?: number[];
  of_classroom?: number;
  /** The classes that need a room, without rooms. */
  meetings: Proposed;
}

/** Rooms, those that are free at the time of all these classes first. */
const roomsThen: ListDefinition<Query> = {
  table: 'classroom',
  joins: ({ meetings }) => sql`
    left join (
      select t.room, count(distinct p.date)::int as dates
      from ${proposedRows(meetings)} p
      join class_meeting g on g.date = p.date and ${sameTime} and ${takesPlace}
        and g.class_schedule_id <> p.class
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      cross join lateral unnest(${roomsOf()}) as t(room)
      group by t.room
    ) taken on taken.room = x.id and x.capacity > 0
    left join (
      select k.classroom_id as room, count(distinct p.date)::int as dates
      from room_closing k
      join ${proposedRows(meetings)} p on ${holdsOn(sql`p.date`)}
      group by k.classroom_id
    ) closed on closed.room = x.id`,
  columns: () => sql`x.id, x.room_number, x.capacity, x.features,
    coalesce(taken.dates, 0) as taken_dates, coalesce(closed.dates, 0) as closed_dates`,
  search: classroom.search,
  filters: ({ id, of_classroom }) => [
    whereIn('x.id', id),
    of_classroom !== undefined && sql`x.id <> ${of_classroom}`,
  ],
  sortKeys: {
    free: [
      sql`coalesce(taken.dates, 0) + coalesce(closed.dates, 0)`,
      sql`x.room_number collate natural_order`,
    ],
  },
};

/** A page of the rooms for a weekly class, or for all classes of a room; forms offer them. */
export async function readRoomsThen(
  database: Database,
  query: RoomsThenQuery,
  today: string,
): Promise<Page<RoomThen>> {
  const { of_classroom, effective_from = today, effective_to = null } = query;
  const meetings =
    of_classroom === undefined
      ? await meetingsOfTime(database, query, today)
      : plannedMeetings(
          sql`${isInRoom([of_classroom])} and g.date >= ${effective_from}::date
            and (${effective_to}::date is null or g.date <= ${effective_to}::date)`,
        );
  return readPage(database, roomsThen, { ...query, meetings, today, ordering: 'free' });
}

/** The weekly class on each of its dates; none while its time is not complete. */
async function meetingsOfTime(
  database: Database,
  { class_schedule, semester_id, day_of_week, start_time, end_time, ...more }: RoomsThenQuery,
  today: string,
): Promise<ProposedMeeting[]> {
  if (!semester_id || !day_of_week || !start_time || !end_time || start_time >= end_time) return [];
  const { weeks, effective_from } = more;
  const time = { semester_id, day_of_week, start_time, end_time, weeks, effective_from };
  return weeklyMeetings(database, { ...time, id: class_schedule }, today);
}
