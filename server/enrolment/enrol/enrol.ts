import { sql } from 'kysely';
import type { EnrolResult, OverCapacity } from '#contract/enrolment/enrolment.ts';
import { isUuid } from '#contract/fields.ts';
import { messages } from '#contract/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import {
  presentConflicts,
  meetingsOfClasses,
  overlapsAmong,
  studentsInTwoPlaces,
  classesNamed,
} from '#server/timetable/index.ts';
import { rollsMadeIncomplete } from './first-day.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

export interface Person {
  id: number;
  student_id: string;
  name: string;
}

export interface EnrolmentRequest {
  students: Person[];
  classes: number[];
  /** The first day. */
  from: string;
  confirmCapacity: boolean;
  /** Enrolments that end before that day. */
  leaving?: number[];
  /** The message of a success. */
  message: string;
}

/** Maximum conflicting classes per student in a response: there may be thousands of students. */
const maxConflicts = 20;

/** Students who can and who cannot be enrolled; nothing is written. */
export interface Plan extends EnrolResult {
  fit: Person[];
}

/**
 * Locks the students until the transaction ends, in one order, so that concurrent enrolments of a
 * student are serialised. Taps do not take this lock.
 * @throws ApiError 400 for missing or archived students, 409 for erased ones.
 */
export async function lockStudents(
  trx: Database,
  field: string,
  keys: (number | string)[],
): Promise<Person[]> {
  const ids = keys.filter((key) => typeof key === 'number');
  const texts = keys.filter((key) => typeof key === 'string');
  const rows = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'uuid', 'archived_at', 'erased_at'])
    .select(sql<string>`person_name(first_name, last_name)`.as('name'))
    .where((student) =>
      student.or([
        student('id', '=', anyOf.ids(ids)),
        student('student_id', '=', anyOf.texts(texts)),
        student('uuid', '=', anyOf.uuids(texts.filter(isUuid))),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const found = new Set(rows.flatMap(({ id, student_id, uuid }) => [id, student_id, uuid]));
  const missing = keys.filter((key) => !found.has(key));
  if (missing.length)
    throw validationError(
      field,
      keys.length === 1 ? 'does not exist' : `${missing.slice(0, 20).join(', ')}: not found`,
    );
  if (rows.some((row) => row.erased_at !== null))
    throw new ApiError(409, { detail: messages.erasedStudent });
  const archived = rows.filter((row) => row.archived_at !== null);
  if (archived.length)
    throw validationError(
      field,
      keys.length === 1
        ? 'is archived'
        : `${archived.map((row) => row.student_id).join(', ')}: archived`,
    );
  return rows.map(({ id, student_id, name }) => ({ id, student_id, name }));
}

/**
 * Classes that students join, locked so that their times do not change; students are locked after them.
 * @throws ApiError 400 at the field for a class that does not exist or is archived.
 */
export async function checkClasses(trx: Database, field: string, classes: number[]): Promise<void> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select(['id', 'archived_at'])
    .where('id', '=', anyOf.ids(classes))
    .orderBy('id')
    // Of two enrolments in a class the second counts the students of the first (R-ENROL-9).
    .forNoKeyUpdate()
    .execute();
  const missing = classes.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined)
    throw validationError(
      field,
      classes.length === 1 ? 'does not exist' : `class ${missing} does not exist`,
    );
  const archived = rows.find((row) => row.archived_at !== null);
  if (archived)
    throw validationError(
      field,
      classes.length === 1 ? 'is archived' : `class ${archived.id} is archived`,
    );
}

/**
 * The result of an enrolment: students who fit, conflicts of the others, and rooms that are too
 * small.
 */
export async function planEnrolment(
  trx: Database,
  clock: Clock,
  { students, classes, from, leaving, message }: EnrolmentRequest,
): Promise<Plan> {
  const ids = students.map(({ id }) => id);
  const meetings = await meetingsOfClasses(trx, classes, from, 'weekly');
  const [among, theirs, already] = [
    await overlapsAmong(trx, meetings),
    await studentsInTwoPlaces(trx, meetings, { ids, from, ...(leaving && { leaving }) }),
    await openIn(trx, ids, classes),
  ];
  const rows = await classesNamed(trx, [
    ...new Set([...among, ...theirs].map(({ other }) => other)),
  ]);
  const cards = presentConflicts(clock, rows, clock.today());
  const position = new Map(cards.map((card, at) => [card.id, at]));
  const inTheWay = Map.groupBy(theirs, ({ student }) => student);

  const fit: Person[] = [];
  const fail: EnrolResult['fail'] = [];
  for (const person of students) {
    const others = new Set(
      [...among, ...(inTheWay.get(person.id) ?? [])].map(({ other }) => position.get(other)),
    );
    if (others.size === 0) fit.push(person);
    else {
      const positions = [...others].filter((at) => at !== undefined).toSorted((a, b) => a - b);
      const class_schedules = positions.slice(0, maxConflicts).flatMap((at) => cards[at] ?? []);
      fail.push({
        student_id: person.student_id,
        name: person.name,
        status: 'is in overlapping classes',
        class_schedules,
      });
    }
  }
  const complete = (person: Person) => classes.every((id) => already.has(`${person.id} ${id}`));
  const begins = await laterBegins(trx, ids, classes, from);
  const results = fit.map((person) => ({
    student_id: person.student_id,
    name: person.name,
    status: complete(person) ? messages.alreadyEnrolled : message,
    ...(!complete(person) && begins.has(person.id) && { enrolled_from: begins.get(person.id) }),
  }));
  const joining = fit.filter((person) => !complete(person)).map(({ id }) => id);
  return {
    fit,
    results,
    fail,
    over_capacity: await roomsTooSmall(trx, fit, classes, from, already),
    incomplete_rolls: await rollsMadeIncomplete(trx, joining, classes, from),
  };
}

export interface NewEnrolment {
  id: number;
  student: number;
}

/** Plans an enrolment, and enrols the students who fit. */
export async function enrol(
  trx: Database,
  clock: Clock,
  enrolmentRequest: EnrolmentRequest,
): Promise<Plan> {
  const plan = await planEnrolment(trx, clock, enrolmentRequest);
  await enrolPlanned(trx, plan, enrolmentRequest);
  return plan;
}

/**
 * Enrols the students who fit a plan of the same transaction.
 * @param assignments the cohort assignment of each student's enrolments.
 * @returns the new enrolments.
 * @throws ApiError 400 when no student fits, 409 when a room is too small and this was not
 * confirmed.
 */
export async function enrolPlanned(
  trx: Database,
  plan: Plan,
  enrolmentRequest: EnrolmentRequest,
  assignments?: Map<number, number>,
): Promise<NewEnrolment[]> {
  if (plan.results.length === 0) throw new ApiError(400, { fail: plan.fail });
  if (plan.over_capacity.length && !enrolmentRequest.confirmCapacity)
    throw tooFull(plan.over_capacity);
  const ids = plan.fit.map(({ id }) => id);
  const by = ids.map((id) => assignments?.get(id) ?? null);
  const { rows } = await sql<NewEnrolment>`
    insert into enrolment (student_id, class_schedule_id, enrolled_from, cohort_assignment_id)
    select s.id, c.id, greatest(${enrolmentRequest.from}::date, (
      select max(e.enrolled_to) + 1 from enrolment e
      where e.student_id = s.id and e.class_schedule_id = c.id)), s.assignment
    from unnest(${ids}::bigint[], ${by}::bigint[]) as s(id, assignment)
    cross join unnest(${enrolmentRequest.classes}::bigint[]) as c(id)
    on conflict (student_id, class_schedule_id) where enrolled_to is null do nothing
    returning id, student_id as student`.execute(trx);
  return rows;
}

const tooFull = (rooms: OverCapacity[]) =>
  new ApiError(409, {
    detail: rooms
      .map(
        (room) =>
          `${room.subject.subject_code} in ${room.room_number}: ${room.enrolled} students for ${room.capacity} seats`,
      )
      .join('; '),
    over_capacity: rooms,
  });

/**
 * By student, the first day after an earlier enrolment in one of the classes, if it is later than
 * the requested day.
 */
async function laterBegins(
  trx: Database,
  students: number[],
  classes: number[],
  from: string,
): Promise<Map<number, string>> {
  const rows = await trx
    .selectFrom('enrolment')
    .select(['student_id as student', sql<string>`max(enrolled_to) + 1`.as('first')])
    .where('student_id', '=', anyOf.ids(students))
    .where('class_schedule_id', '=', anyOf.ids(classes))
    .where('enrolled_to', '>=', from)
    .groupBy('student_id')
    .execute();
  return new Map(rows.map(({ student, first }) => [student, first]));
}

/** Current memberships of the students in the classes, as `student class`. */
async function openIn(trx: Database, students: number[], classes: number[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('enrolment')
    .select(['student_id', 'class_schedule_id'])
    .where('student_id', '=', anyOf.ids(students))
    .where('class_schedule_id', '=', anyOf.ids(classes))
    .where('enrolled_to', 'is', null)
    .execute();
  return new Set(rows.map((row) => `${row.student_id} ${row.class_schedule_id}`));
}

/** Rooms with capacity 0 have no limit. */
async function roomsTooSmall(
  trx: Database,
  adding: Person[],
  classes: number[],
  from: string,
  already: Set<string>,
): Promise<OverCapacity[]> {
  const { rows } = await sql<{
    id: number;
    subject_name: string;
    subject_code: string;
    room_number: string;
    capacity: number;
    enrolled: number;
  }>`
    select c.id, s.subject_name, s.subject_code, r.room_number, r.capacity, (
      select count(*) from enrolment e
      where e.class_schedule_id = c.id and ${enrolledOnOrAfter(from)}
    ) as enrolled
    from class_schedule c join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    where c.id = any(${classes}::bigint[]) and r.capacity > 0`.execute(trx);
  return rows.flatMap(({ id, subject_name, subject_code, room_number, capacity, enrolled }) => {
    const fresh = adding.filter((person) => !already.has(`${person.id} ${id}`)).length;
    const total = enrolled + fresh;
    return fresh > 0 && total > capacity
      ? [
          {
            class_schedule: id,
            subject: { subject_name, subject_code },
            room_number,
            capacity,
            enrolled: total,
          },
        ]
      : [];
  });
}

/**
 * Ends enrolments that are open or end later: the last day is the day before `from`, or the last day with a
 * mark if that is later. Enrolments that have not started are deleted.
 */
export async function endEnrolments(trx: Database, ids: number[], from: string): Promise<void> {
  // Marks of these students that are being written are waited for: they may move the last day.
  await lockRows(trx, 'enrolment', ids, 'update');
  await sql`
    with ending as (
      select e.id, e.enrolled_from, greatest(${from}::date - 1, (
        select max(a.date) from attendance a
        where a.student_id = e.student_id and a.class_schedule_id = e.class_schedule_id
          and a.date >= e.enrolled_from and (e.enrolled_to is null or a.date <= e.enrolled_to)
      )) as last
      from enrolment e where e.id = any(${ids}::bigint[]) and ${enrolledOnOrAfter(from)}
    ), gone as (
      delete from enrolment where id in (select id from ending where last < enrolled_from)
    )
    update enrolment e set enrolled_to = ending.last from ending
    where e.id = ending.id and ending.last >= ending.enrolled_from`.execute(trx);
}
