import { sql } from 'kysely';
import type { z } from 'zod';
import { limits } from '#contract/limits.ts';
import type {
  MeetingOfRoom,
  roomAwayAnswer,
  roomAwayQuery,
} from '#contract/timetable/room-away.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { numberEnrolled } from '#server/school/enrolled.ts';
import { holdsOn, missingFeatures } from '#server/school/free-rooms.ts';
import { isInRoom, meetingsInRooms, takesPlace, teachersOf } from '#server/school/meetings.ts';
import { closedWith } from '../room-closings/queries.ts';
import { isInPeriod, isOver, isStillOpen } from './away-period.ts';

/** Maximum rooms proposed for one meeting. */
const maxProposals = 20;

/**
 * The meetings of a room in a period, and those that are planned there and were moved to another room, each
 * with the rooms that are free then. Meetings that do not take place there have no proposals; those that were held are left
 * out, since their room is corrected on their rolls (R-MEETING-12).
 * @param now the institute's local date and time.
 */
export async function meetingsOfRoom(
  database: Database,
  { classroom, ...period }: z.output<typeof roomAwayQuery>,
  now: string,
): Promise<z.output<typeof roomAwayAnswer>> {
  const max = limits.meetingsAtOnce;
  const { from, to } = period;
  const { rows } = await sql<MeetingOfRoom>`
    with theirs as materialized (
      select g.*, c.subject_id, c.group_name, ${isInRoom([classroom])} as here,
        ${numberEnrolled(sql`g.class_schedule_id`, sql`g.date`)} as students
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      where ${isInPeriod(period)} and ${isStillOpen(now)}
        and (${isInRoom([classroom])} or g.own_room and ${classroom} in (
          select unnest(array[p.classroom_id] || p.more_classroom_ids)
          from (
            select * from class_schedule_pattern p
            where p.class_schedule_id = g.class_schedule_id and p.valid_from <= g.date
            order by p.valid_from desc limit 1
          ) p))
      order by g.date, g.start_time, g.id limit ${max + 1}
    ), taken as (
      select distinct o.id, t.room
      from theirs o
      join class_meeting g on g.date = o.date and g.start_time < o.end_time
        and o.start_time < g.end_time
      join ${meetingsInRooms(sql`${takesPlace} and g.date between ${from}::date and ${to}::date`)}
        on t.meeting = g.id
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
    ), free as (
      select o.id, r.id as room, r.room_number, r.capacity, lack.features,
        case when r.capacity = 0 then 0 else greatest(0, o.students - r.capacity) end as seats
      from theirs o
      join classroom r on r.archived_at is null and r.id <> ${classroom}
        and r.id <> o.classroom_id and r.id <> all(coalesce(o.more_classroom_ids, '{}'))
      left join taken k on k.id = o.id and k.room = r.id and r.capacity > 0
      cross join lateral (
        select ${missingFeatures(sql`own.features`, 'r')} as features
        from classroom own where own.id = ${classroom}
      ) lack
      where o.here and o.status = 'scheduled' and k.id is null
        and not exists (select from room_closing x
          where x.classroom_id = r.id and ${holdsOn(sql`o.date`, 'x')})
    ), proposed as (
      select *, row_number() over (partition by id
        order by seats, cardinality(features), capacity = 0, capacity, room_number collate natural_order, room) as place
      from free
    )
    select o.id, o.sequence, o.class_schedule_id as class_schedule, o.date, o.start_time,
      o.end_time, ${isOver(sql`o`, now)} as over, o.status, o.reason, o.group_name, o.students::int as number_of_students,
      jsonb_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code) as subject,
      rooms_text(o.classroom_id, o.more_classroom_ids) as room_number, not o.here as moved,
      teachers_text(${teachersOf('o')}) as teachers, coalesce(found.proposals, '[]') as proposals
    from theirs o
    join subject s on s.id = o.subject_id
    left join (
      select id, jsonb_agg(jsonb_build_object('id', room, 'room_number', room_number,
        'capacity', capacity, 'missing_seats', seats, 'missing_features', features)
        order by place) as proposals
      from proposed where place <= ${maxProposals} group by id
    ) found on found.id = o.id
    order by o.date, o.start_time, o.id`.execute(database);
  const closings = await database
    .selectFrom('room_closing as k')
    .select(['id', 'closed_from', 'closed_to', 'reason', closedWith.as('with')])
    .where('classroom_id', '=', classroom)
    .where('closed_from', '<=', to)
    .where('closed_to', '>=', from)
    .orderBy('closed_from')
    .orderBy('id')
    .limit(100)
    .execute();
  return { meetings: rows.slice(0, max), more: rows.length > max, closings };
}
