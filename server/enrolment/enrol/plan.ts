import { sql } from 'kysely';
import type { EnrolResult, OverCapacity } from '#contract/enrolment/enrolment.ts';
import { messages } from '#contract/texts.ts';
import type { Clock } from '#server/platform/clock.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  presentConflicts,
  meetingsOfClasses,
  overlapsAmong,
  studentsInTwoPlaces,
  classesNamed,
} from '#server/timetable/index.ts';
import { rollsMadeIncomplete } from './first-day.ts';
import type { Person } from './lock.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

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
  /** The classes that begin for one of them. */
  beginning: number[];
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
    beginning: classes.filter((id) => fit.some((person) => !already.has(`${person.id} ${id}`))),
    results,
    fail,
    over_capacity: await roomsTooSmall(trx, fit, classes, from, already),
    incomplete_rolls: await rollsMadeIncomplete(trx, joining, classes, from),
  };
}

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
    group_name: string | null;
    subject_code: string;
    room_number: string;
    capacity: number;
    enrolled: number;
  }>`
    select c.id, s.subject_name, s.subject_code, c.group_name, r.room_number, r.capacity, (
      select count(*) from enrolment e
      where e.class_schedule_id = c.id and ${enrolledOnOrAfter(from)}
    ) as enrolled
    from class_schedule c join subject s on s.id = c.subject_id
    join classroom r on r.id = c.classroom_id
    where c.id = any(${classes}::bigint[]) and r.capacity > 0`.execute(trx);
  return rows.flatMap(
    ({ id, subject_name, subject_code, group_name, room_number, capacity, enrolled }) => {
      const fresh = adding.filter((person) => !already.has(`${person.id} ${id}`)).length;
      const total = enrolled + fresh;
      return fresh > 0 && total > capacity
        ? [
            {
              class_schedule: id,
              subject: { subject_name, subject_code },
              group_name,
              room_number,
              capacity,
              enrolled: total,
            },
          ]
        : [];
    },
  );
}
