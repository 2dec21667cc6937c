import { sql, type Insertable, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import { dateOf, type Day } from '#server/platform/database/day.ts';
import { lockOf } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ClassProblem } from '#server/school/class-problem.ts';
import { staysOn } from '#server/school/attendance.ts';
import { asHeld, meetingOn, takesPlace } from '#server/school/meetings.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** The place of a teacher of a class on a date, which is paid once (R-TEACH-2). */
export interface PlaceToPay {
  /** The planned teacher. */
  planned_id: number;
  /** The teacher who has the place: the covering one, or the planned one. */
  teacher_id: number;
  /** The others teach: no check-in is expected. */
  is_away: boolean;
  pay_code_id: number | null;
  rate_cents: number;
}

export interface ClassToPay {
  start_time: string;
  end_time: string;
  /** In order, the first teacher's first. */
  places: PlaceToPay[];
  /** The reasons of `class_problem`. */
  problem: ClassProblem | null;
}

/**
 * Whether a check-in to class `c` is owed on a day: to an archived one where its roll was begun (R-MEETING-2), or
 * where a teacher has requested it.
 */
export const isOwedOn = (day: Day): RawBuilder<boolean> => sql`(${staysOn(day)} or exists (
  select from check_in_request q where q.class_schedule_id = c.id and q.date = ${dateOf(day)}))`;

/**
 * @param tappedAt ISO instant of a tap at a device: a class that was cancelled or moved afterwards took place then
 * (R-DOOR-4).
 */
export async function findClassToPay(
  database: Database,
  classSchedule: number,
  date: string,
  tappedAt: string | null = null,
): Promise<ClassToPay | null> {
  const { rows } = await sql<ClassToPay>`
    select ${asHeld.start} as start_time, ${asHeld.end} as end_time, (
        select jsonb_agg(jsonb_build_object('planned_id', k.teacher_id,
          'teacher_id', coalesce(k.covering_teacher_id, k.teacher_id), 'is_away', k.is_away,
          'pay_code_id', p.id, 'rate_cents', coalesce(p.amount_cents, 0)) order by k.place)
        from places_of(coalesce(g.teacher_id, c.teacher_id), g.covering_teacher_id, g.cover_payroll_id,
          case when g.id is null then c.co_teacher_ids else g.co_teacher_ids end, g.changed_places) k
        left join pay_code p on p.id = coalesce(
          case when k.covering_teacher_id is not null then k.cover_payroll_id end,
          (w.co_payrolls ->> k.teacher_id::text)::bigint, w.payroll_id, c.payroll_id)
      ) as places,
      case when g.status in ('cancelled', 'moved')
        and exists (select from meeting_that_was_held(c.id, ${date}::date, ${tappedAt}::timestamptz))
        or c.archived_at is not null and ${takesPlace} and ${isOwedOn(date)}
        then null else class_problem(c.id, ${date}::date) end as problem
    from class_schedule c
    left join ${meetingOn(sql`c.id`, date)}
    left join lateral (
      select own.payroll_id, own.co_payrolls from class_schedule_pattern own
      where own.class_schedule_id = c.id and own.valid_from <= ${date}::date
      order by own.valid_from desc limit 1
    ) w on true
    where c.id = ${classSchedule}`.execute(database);
  return rows[0] ?? null;
}

/** Who checks in, and the planned teacher whose place they name. */
interface Taking {
  teacher: number;
  place?: number | undefined;
}

/**
 * The place that a check-in takes: the one that is named, the teacher's own, or the first;
 * undefined where the named one does not exist.
 */
export const placeTaken = (
  { places }: Pick<ClassToPay, 'places'>,
  { teacher, place }: Taking,
): PlaceToPay | undefined =>
  place === undefined
    ? (places.find((one) => one.teacher_id === teacher) ??
      places.find((one) => one.planned_id === teacher) ??
      places.find((one) => !one.is_away))
    : places.find((one) => one.planned_id === place || one.teacher_id === place);

/**
 * Whether a teacher has another place of the class, also where somebody covers it: they take no
 * further one (R-TEACH-2).
 */
export const hasOtherPlace = (
  { places }: Pick<ClassToPay, 'places'>,
  { teacher, place }: { teacher: number; place: Pick<PlaceToPay, 'planned_id'> },
): boolean =>
  places.some(
    (one) =>
      one.planned_id !== place.planned_id &&
      (one.planned_id === teacher || one.teacher_id === teacher),
  );

interface NewLog {
  class_schedule_id: number;
  date: string;
  teacher_id: number;
  /** The teacher who has the place that is taken. */
  class_teacher_id: number;
  duration_minutes: number;
  pay_code_id: number | null;
  rate_cents: number;
  amount_cents: number;
  created_by: number;
  checked_in_at: string;
}

/** An overlapping class with a check-in of the teacher. */
export interface Overlap {
  class_schedule: number;
  subject_name: string;
  subject_code: string;
  start_time: string;
  end_time: string;
}

/**
 * Check-ins of one teacher are serialised, by a lock of their own: an import holds the rows of all teachers, and
 * waits for the class that a check-in has locked before. The teacher stays.
 * @returns the name, undefined when there is no such teacher.
 */
export async function lockTeacher(trx: Database, id: number): Promise<string | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtext('check-ins of a teacher'), hashtext(${String(id)}))`.execute(
    trx,
  );
  const { rows } = await sql<{ name: string }>`
    select person_name(first_name, last_name) as name from teacher
    where id = ${id} ${lockOf('key share')}`.execute(trx);
  return rows[0]?.name;
}

/**
 * Overlapping classes of the date with a check-in of the teacher; consecutive classes do not
 * overlap.
 */
export async function findOverlaps(
  trx: Database,
  teacher: number,
  classSchedule: number,
  date: string,
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    select c.id as class_schedule, s.subject_name, s.subject_code, g.start_time, g.end_time
    from payroll_log l
    join class_schedule c on c.id = l.class_schedule_id
    join ${meetingOn(sql`l.class_schedule_id`, sql`l.date`)}
    join subject s on s.id = c.subject_id
    join class_meeting wanted on wanted.class_schedule_id = ${classSchedule}
      and wanted.date = l.date
    where l.teacher_id = ${teacher} and l.date = ${date}::date and c.id <> ${classSchedule}
      and g.start_time < wanted.end_time and g.end_time > wanted.start_time
    order by g.start_time, c.id`.execute(trx);
  return rows;
}

/** The check-in of a place of a class on a date. */
export async function findLogOf(
  trx: Database,
  classSchedule: number,
  date: string,
  { planned_id, teacher_id }: Pick<PlaceToPay, 'planned_id' | 'teacher_id'>,
): Promise<number | undefined> {
  const found = await trx
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', classSchedule)
    .where('date', '=', date)
    .where('class_teacher_id', '=', anyOf.ids([planned_id, teacher_id]))
    .executeTakeFirst();
  return found?.id;
}

/** Whether a teacher is paid for a class on a date already, in another line than this one (R-PAY-1). */
export async function isPaidFor(
  trx: Database,
  classSchedule: number,
  date: string,
  { teacher, except = 0 }: { teacher: number; except?: number },
): Promise<boolean> {
  const found = await trx
    .selectFrom('payroll_log')
    .select('id')
    .where('class_schedule_id', '=', classSchedule)
    .where('date', '=', date)
    .where('teacher_id', '=', teacher)
    .where('id', '<>', except)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Saves a request, one per class, date and teacher: a second one replaces the message.
 * @returns whether it is new.
 */
export async function saveRequest(
  trx: Database,
  request: Insertable<Tables['check_in_request']>,
): Promise<boolean> {
  const { message, requested_by, requested_at } = request;
  const { created } = await trx
    .insertInto('check_in_request')
    .values(request)
    .onConflict((it) =>
      it
        .columns(['class_schedule_id', 'date', 'teacher_id'])
        .doUpdateSet({ message, requested_by, requested_at }),
    )
    .returning(sql<boolean>`xmax = 0`.as('created'))
    .executeTakeFirstOrThrow();
  return created;
}

/**
 * Inserts a check-in, one per place of a class and date; a second one finds the first. `what` distinguishes
 * the teacher's own from entered ones; those by card name the device.
 */
export async function addLog(
  database: Database,
  log: NewLog,
  what: 'checked_in' | 'entered',
  device: number | null = null,
): Promise<{ id: number; fresh: boolean }> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into payroll_log (class_schedule_id, date, teacher_id, class_teacher_id, duration_minutes, pay_code_id,
        rate_cents, amount_cents, created_by, checked_in_at)
      values (${log.class_schedule_id}, ${log.date}, ${log.teacher_id}, ${log.class_teacher_id},
        ${log.duration_minutes},
        ${log.pay_code_id}, ${log.rate_cents},
        ${log.amount_cents}, ${log.created_by}, ${log.checked_in_at})
      on conflict do nothing
      returning *
    ), recorded as (
      insert into payroll_log_history (payroll_log_id, class_schedule_id, date, what, changed_by,
        changed_at, device_id)
      select id, class_schedule_id, date, ${what}, created_by, checked_in_at, ${device}::bigint
      from added
    )
    select id from added`.execute(database);
  if (rows[0]) return { id: rows[0].id, fresh: true };
  const found = await findLogOf(database, log.class_schedule_id, log.date, {
    planned_id: log.class_teacher_id,
    teacher_id: log.class_teacher_id,
  });
  // It was withdrawn in between: the next attempt inserts it.
  if (found === undefined)
    throw new ApiError(409, {
      detail: 'Somebody else changed this at the same moment; try again.',
    });
  return { id: found, fresh: false };
}

export async function findPayCode(
  trx: Database,
  id: number,
): Promise<{ id: number; paycode: string; amount_cents: number } | undefined> {
  return trx
    .selectFrom('pay_code')
    .select(['id', 'paycode', 'amount_cents'])
    .where('id', '=', id)
    .executeTakeFirst();
}
