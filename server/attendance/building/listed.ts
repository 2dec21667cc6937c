import { sql } from 'kysely';
import type { PersonHere, PlaceOfPeople } from '#contract/attendance/building.ts';
import { buildingLimits } from '#contract/attendance/building-counts.ts';
import type { AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { namedPeople, peopleOrder, tooMany } from './queries.ts';
import { nowTerms, peopleNow } from './people-now.ts';

type Terms = Pick<AppContext, 'clock' | 'settings'>;

/** A person to be listed. */
interface Listed {
  student_id: number | null;
  teacher_id: number | null;
  place: PlaceOfPeople['kind'];
  class_schedule_id: number | null;
  classroom_id: number | null;
  start_time: string | null;
  end_time: string | null;
  state: PersonHere['state'];
  since: string | null;
  expected: boolean;
}

/** Locks what the people refer to, in the order of locks: foreign keys would lock it in the order of the list. */
async function lockReferred(trx: Database, people: Listed[]): Promise<void> {
  const idsOf = (name: 'class_schedule_id' | 'teacher_id' | 'classroom_id' | 'student_id') =>
    people.map((person) => person[name]);
  await lockRows(trx, 'class', idsOf('class_schedule_id'), 'key share');
  await lockRows(trx, 'teacher', idsOf('teacher_id'), 'key share');
  await lockRows(trx, 'room', idsOf('classroom_id'), 'key share');
  await lockRows(trx, 'student', idsOf('student_id'), 'key share');
}

/** @param after the highest number on the list. */
async function insertPeople(
  trx: Database,
  { rollCall, version, after }: { rollCall: number; version: number; after: number },
  people: Listed[],
): Promise<number[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    insert into building_roll_call_person (building_roll_call_id, number, student_id, teacher_id, place,
      class_schedule_id, classroom_id, start_time, end_time, state, since, expected, version)
    select ${rollCall}::bigint, ${after}::int + k.at, x.student_id, x.teacher_id, x.place, x.class_schedule_id,
      x.classroom_id, x.start_time, x.end_time, x.state, x.since, x.expected, ${version}
    from rows from (jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as (student_id bigint, teacher_id bigint,
      place text, class_schedule_id bigint, classroom_id bigint, start_time time, end_time time, state text,
      since timestamptz, expected boolean)) with ordinality x (student_id, teacher_id, place, class_schedule_id,
      classroom_id, start_time, end_time, state, since, expected, at)
    cross join lateral (select x.at::int) k(at)
    returning number`.execute(trx);
  return rows.map(({ number }) => number);
}

/**
 * Adds everybody who is here now to a new roll call.
 * @returns how many they are.
 * @throws ApiError 400 when they are too many.
 */
export async function listPeople(trx: Database, terms: Terms, rollCall: number): Promise<number> {
  const { rows: people } = await sql<Listed>`
    select x.* from (${peopleNow(nowTerms(terms))}) x ${namedPeople}
    order by ${peopleOrder} limit ${buildingLimits.people + 1}`.execute(trx);
  if (people.length > buildingLimits.people) throw tooMany();
  await lockReferred(trx, people);
  return (await insertPeople(trx, { rollCall, version: 1, after: 0 }, people)).length;
}

/** One number for a student or a teacher, by which lists are joined. */
const keyOf = (alias: 'x' | 'p') =>
  sql`coalesce(${sql.ref(`${alias}.student_id`)}, -${sql.ref(`${alias}.teacher_id`)})`;

/** Somebody who has come, or whose state has changed: `number` is null while they are not on the list. */
type News = Listed & { number: number | null };

/**
 * Reads who has come, who has joined a class of the list, and whose state has changed since the list of a roll call
 * was made. Students of a class that has opened since are not expected here before they come. It is called before the roll
 * call is locked, and again under the lock.
 */
export async function newsOf(database: Database, terms: Terms, rollCall: number): Promise<News[]> {
  const { rows } = await sql<News>`
    -- Their classes were held when the roll call began: who has been enrolled since may be in the room.
    with at_start as materialized (
      select q.class_schedule_id from building_roll_call b
      join building_roll_call_person q on q.building_roll_call_id = b.id
      where b.id = ${rollCall} and q.number <= b.listed and q.place = 'class'
    )
    select x.*, p.number
    from (${peopleNow(nowTerms(terms))}) x
    left join building_roll_call_person p
      on p.building_roll_call_id = ${rollCall} and ${keyOf('p')} = ${keyOf('x')}
    cross join lateral (
      select x.since is not null and (p.since is null or x.since > p.since) as is_later,
        x.class_schedule_id in (select class_schedule_id from at_start) as was_held
    ) k
    where case
      when p.number is null then x.since is not null and x.state in ('present', 'arrived', 'left_early')
        or x.expected and k.was_held
      -- Who was not expected, and is in a class now: by a mark there, or because they have joined it.
      when x.expected and not p.expected then k.is_later or k.was_held
      -- Without a time their mark was taken back, or their leave.
      else p.state <> x.state and (k.is_later or x.since is null and x.state = 'not_seen'
        and x.class_schedule_id is not distinct from p.class_schedule_id) end
    order by x.student_id, x.teacher_id limit ${buildingLimits.people}`.execute(database);
  return rows;
}

/** A column of the place of a person `p`, which is that of the class that they are in now, if any. */
const ofClassNow = (column: string) => sql`
  ${sql.ref(column)} = case when x.place = 'class' then ${sql.ref(`x.${column}`)} else ${sql.ref(`p.${column}`)} end`;

/**
 * Adds and changes what there is. No one goes off the list, and who was expected stays so: an absence that is
 * entered outside of the building must not hide somebody who is missing (R-HERE-3). Who is in a class now stands there.
 * @param version that those who change get.
 * @returns the numbers of these people.
 */
export async function bringUpToDate(
  trx: Database,
  terms: Terms,
  { rollCall, version }: { rollCall: number; version: number },
): Promise<number[]> {
  const news = await newsOf(trx, terms, rollCall);
  const changed = news.filter(({ number }) => number !== null);
  const added = news.filter(({ number }) => number === null);
  await lockReferred(trx, news);
  if (changed.length)
    await sql`
      update building_roll_call_person p set state = x.state, since = x.since,
        expected = p.expected or x.expected, version = ${version},
        ${sql.join(['place', 'class_schedule_id', 'classroom_id', 'start_time', 'end_time'].map(ofClassNow))}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        as x (number int, state text, since timestamptz, expected boolean, place text, class_schedule_id bigint,
          classroom_id bigint, start_time time, end_time time)
      where p.building_roll_call_id = ${rollCall} and p.number = x.number`.execute(trx);
  const { rows } = await sql<{ after: number }>`
    select coalesce(max(number), 0) as after from building_roll_call_person
    where building_roll_call_id = ${rollCall}`.execute(trx);
  const numbers = await insertPeople(trx, { rollCall, version, after: rows[0]?.after ?? 0 }, added);
  return [...changed.flatMap(({ number }) => number ?? []), ...numbers];
}
