import { sql } from 'kysely';
import {
  hasSeat,
  placeKey,
  seatingLimits,
  type Layout,
  type Place,
  type Seat,
  type SeatingPlan,
  type SeatingPlanVersion,
} from '#contract/attendance/seating-plan.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { asHeld, meetingOn, roomsOf } from '#server/school/meetings.ts';
import { ownsRoll } from '../rolls/closing.ts';
import type { RollKey } from '../rolls/roll-key.ts';

type Room = SeatingPlan['classroom'];

/** A class on a date, as a plan needs it. */
interface ClassInRooms {
  archived: boolean;
  /** Whether the user teaches or covers it, or has marked in it. */
  own: boolean;
  /** Where it is held on the date, in order. */
  rooms: Room[];
  /** Further rooms in which it has a plan. */
  other_rooms: Room[];
}

/** The rooms of a class on a date, and those in which it has a plan; undefined for an unknown class. */
export async function findClass(
  database: Database,
  { class_schedule, date }: RollKey,
  user: Pick<CurrentUser, 'id' | 'teacherId'>,
): Promise<ClassInRooms | undefined> {
  const key = { class_schedule: sql`c.id`, date: sql`${date}::date` };
  const room = sql`jsonb_build_object('id', r.id, 'room_number', r.room_number)`;
  const { rows } = await sql<ClassInRooms>`
    select c.archived_at is not null as archived, ${ownsRoll(key, user)} as own,
      (select jsonb_agg(${room} order by held.place)
        from unnest(k.rooms) with ordinality held(id, place) join classroom r on r.id = held.id) as rooms,
      (select coalesce(jsonb_agg(${room} order by r.room_number, r.id), '[]')
        from seating_plan p join classroom r on r.id = p.classroom_id
        where p.class_schedule_id = c.id and p.classroom_id <> all(k.rooms)) as other_rooms
    from class_schedule c
    left join ${meetingOn(sql`c.id`, date)}
    cross join lateral (
      select case when g.id is null then array[${asHeld.classroom}] || c.more_classroom_ids
        else ${roomsOf()} end as rooms) k
    where c.id = ${class_schedule}`.execute(database);
  return rows[0];
}

/** The key of a plan, and the date by which its students are read. */
export interface PlanKey extends RollKey {
  classroom: number;
}

/** What is stored of a plan and of its room. */
export type StoredPlan = Pick<
  SeatingPlan,
  'layout' | 'layout_by' | 'version' | 'changed_by' | 'changed_at'
> & {
  /** The plan's id; null without one. */
  id: number | null;
  /** Seats of students who are on the roll of the date, also where the room has none any more. */
  seats: Seat[];
  /** The user who made the last version. */
  changed_id: number | null;
  layout_id: number | null;
  layout_at: string | null;
};

/** The seats `s` of a version, as answers have them. */
export const seatsAsJson = sql<Seat[]>`coalesce(jsonb_agg(jsonb_build_object(
  'row', s.seat_row, 'column', s.seat_column, 'student', s.student_id)
  order by s.seat_row, s.seat_column), '[]')`;

/** The last version of a plan, with the seats of those who are enrolled on the date. */
export async function findPlan(
  database: Database,
  { class_schedule, date, classroom }: PlanKey,
): Promise<StoredPlan | undefined> {
  const { rows } = await sql<StoredPlan>`
    select p.id, coalesce(p.version, 0) as version, u.id as changed_id, u.name as changed_by, h.changed_at,
      v.id as layout_id, v.name as layout_by, l.changed_at as layout_at,
      case when l.classroom_id is not null then jsonb_build_object(
        'rows', l.seat_rows, 'columns', l.seat_columns, 'version', l.version, 'gaps', (
          select coalesce(jsonb_agg(jsonb_build_object('row', o.seat_row, 'column', o.seat_column)
            order by o.seat_row, o.seat_column), '[]')
          from room_gap o where o.classroom_id = l.classroom_id)) end as layout,
      (select ${seatsAsJson}
        from seat s where s.seating_plan_id = p.id and s.version = p.version and exists (
          select from enrolment e where e.student_id = s.student_id
            and e.class_schedule_id = p.class_schedule_id and ${enrolledOn(date)})) as seats
    from classroom r
    left join room_layout l on l.classroom_id = r.id
    left join app_user v on v.id = l.changed_by
    left join seating_plan p on p.classroom_id = r.id and p.class_schedule_id = ${class_schedule}
    left join seating_plan_change h on h.seating_plan_id = p.id and h.version = p.version
    left join app_user u on u.id = h.changed_by
    where r.id = ${classroom}`.execute(database);
  return rows[0];
}

/** The versions of a plan, newest first. */
export async function versionsOf(
  database: Database,
  { class_schedule, classroom }: Omit<PlanKey, 'date'>,
): Promise<SeatingPlanVersion[]> {
  const { rows } = await sql<SeatingPlanVersion>`
    select h.version, h.way, h.restored_version, u.name as changed_by, h.changed_at,
      k.seats, k.plan
    from seating_plan p
    join seating_plan_change h on h.seating_plan_id = p.id
    join app_user u on u.id = h.changed_by
    cross join lateral (
      select count(*)::int as seats, ${seatsAsJson} as plan
      from seat s where s.seating_plan_id = h.seating_plan_id and s.version = h.version) k
    where p.class_schedule_id = ${class_schedule} and p.classroom_id = ${classroom}
    order by h.version desc limit ${seatingLimits.versions}`.execute(database);
  return rows;
}

/**
 * Of students those who are not enrolled in a class on a date. Only who was ever in the class or in its plans is named:
 * other ids would give away who they belong to.
 */
export async function notEnrolled(
  database: Database,
  { class_schedule, date }: RollKey,
  students: number[],
): Promise<Array<{ id: number; name: string | null }>> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select k.id, (
      select person_name(s.first_name, s.last_name) from student s
      where s.id = k.id and s.erased_at is null and (
        exists (select from enrolment e
          where e.student_id = s.id and e.class_schedule_id = ${class_schedule})
        or exists (select from seat t join seating_plan p on p.id = t.seating_plan_id
          where t.student_id = s.id and p.class_schedule_id = ${class_schedule}))) as name
    from unnest(${students}::bigint[]) k(id)
    where not exists (
      select from enrolment e where e.student_id = k.id and e.class_schedule_id = ${class_schedule}
        and ${enrolledOn(date)})
    order by k.id`.execute(database);
  return rows;
}

/** The seats of a version of a plan; undefined where it is not stored. */
export async function seatsOfVersion(
  trx: Database,
  plan: number,
  version: number,
): Promise<Seat[] | undefined> {
  const { rows } = await sql<{ seats: Seat[] }>`
    select (
      select ${seatsAsJson}
      from seat s where s.seating_plan_id = h.seating_plan_id and s.version = h.version) as seats
    from seating_plan_change h
    where h.seating_plan_id = ${plan} and h.version = ${version}`.execute(trx);
  return rows[0]?.seats;
}

/** The seats of the last version whose students are enrolled from a later date on. */
export async function seatsOfLater(
  trx: Database,
  { class_schedule, date, classroom }: PlanKey,
): Promise<Seat[]> {
  const { rows } = await sql<Seat>`
    select s.seat_row as "row", s.seat_column as "column", s.student_id as student
    from seating_plan p join seat s on s.seating_plan_id = p.id and s.version = p.version
    where p.class_schedule_id = ${class_schedule} and p.classroom_id = ${classroom} and exists (
      select from enrolment e where e.student_id = s.student_id
        and e.class_schedule_id = p.class_schedule_id and e.enrolled_from > ${date}::date)
    order by s.seat_row, s.seat_column`.execute(trx);
  return rows;
}

interface By {
  user: number;
  now: string;
}

/** Replaces the layout of a room. */
export async function writeLayout(
  trx: Database,
  classroom: number,
  { rows, columns, gaps }: Layout,
  { user, now }: By,
): Promise<void> {
  await sql`
    insert into room_layout as l (classroom_id, seat_rows, seat_columns, version, changed_by, changed_at)
    values (${classroom}, ${rows}, ${columns}, 1, ${user}, ${now})
    on conflict (classroom_id) do update set seat_rows = excluded.seat_rows,
      seat_columns = excluded.seat_columns, version = l.version + 1, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`.execute(trx);
  await trx.deleteFrom('room_gap').where('classroom_id', '=', classroom).execute();
  const { row, column } = columnsOf(gaps);
  await sql`
    insert into room_gap (classroom_id, seat_row, seat_column)
    select ${classroom}, o.seat_row, o.seat_column
    from unnest(${row}::smallint[], ${column}::smallint[]) o(seat_row, seat_column)`.execute(trx);
}

interface NewVersion extends By {
  way: SeatingPlanVersion['way'];
  restored_version: number | null;
  seats: Seat[];
}

/** Adds a version to a plan, and the plan with its first one; versions beyond the limit go. */
export async function writeVersion(
  trx: Database,
  { class_schedule, classroom }: PlanKey,
  { way, restored_version, seats, user, now }: NewVersion,
): Promise<void> {
  const { rows } = await sql<{ id: number; version: number }>`
    insert into seating_plan as p (class_schedule_id, classroom_id, version)
    values (${class_schedule}, ${classroom}, 1)
    on conflict (class_schedule_id, classroom_id) do update set version = p.version + 1
    returning id, version`.execute(trx);
  const [plan] = rows;
  if (!plan) return;
  await trx
    .insertInto('seating_plan_change')
    .values({
      seating_plan_id: plan.id,
      version: plan.version,
      way,
      restored_version,
      changed_by: user,
      changed_at: now,
    })
    .execute();
  const { row, column } = columnsOf(seats);
  await sql`
    insert into seat (seating_plan_id, version, seat_row, seat_column, student_id)
    select ${plan.id}, ${plan.version}, s.seat_row, s.seat_column, s.student_id
    from unnest(${row}::smallint[], ${column}::smallint[], ${seats.map(({ student }) => student)}::bigint[])
      s(seat_row, seat_column, student_id)
    order by s.student_id`.execute(trx);
  await trx
    .deleteFrom('seating_plan_change')
    .where('seating_plan_id', '=', plan.id)
    .where('version', '<=', plan.version - seatingLimits.versions)
    .execute();
}

const columnsOf = (places: Place[]) => ({
  row: places.map(({ row }) => row),
  column: places.map(({ column }) => column),
});

/** The classes that are held in a room, or have a plan there: they share its layout. */
export async function classesIn(
  database: Database,
  { classroom, date }: Pick<PlanKey, 'classroom' | 'date'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select class_schedule_id as id from seating_plan where classroom_id = ${classroom}
    union select id from class_schedule
    where archived_at is null and (classroom_id = ${classroom} or more_classroom_ids @> array[${classroom}::bigint])
    union select class_schedule_id from class_meeting
    where classroom_id = ${classroom} and date = ${date}::date`.execute(database);
  return rows.map(({ id }) => id);
}

/**
 * Returns the stored seats that a saved plan keeps although it does not name them: their places had no seat before, or
 * have none from now on. Another layout of the room shows them again (R-SEAT-3).
 */
export function hiddenSeats(
  stored: Pick<StoredPlan, 'layout' | 'seats'>,
  layout: Layout,
  saved: readonly Seat[],
): Seat[] {
  const taken = new Set(saved.map(placeKey));
  const seated = new Set(saved.map(({ student }) => student));
  return stored.seats.filter(
    (seat) =>
      !seated.has(seat.student) &&
      !taken.has(placeKey(seat)) &&
      !(hasSeat(stored.layout ?? layout, seat) && hasSeat(layout, seat)),
  );
}
