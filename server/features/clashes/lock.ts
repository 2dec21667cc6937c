import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '../enrolment/predicates.ts';

/** The resources that a change needs. */
interface Needs {
  teachers?: (number | null | undefined)[];
  classrooms?: (number | null | undefined)[];
  /** Classes whose times change, with their students from a date on. */
  classes?: number[];
  from?: string;
}

/**
 * Locks the resources of a change before it is judged, so that of two changes that need the same the second
 * sees the first (R-CLASH-5). Always in this order: teachers, rooms, classes, students, each by id.
 * Marks do not wait for these locks, but for those of the meetings that change (`lockMeetings`, R-ROLL-24).
 */
export async function lockNeeds(
  trx: Database,
  { teachers = [], classrooms = [], classes = [], from }: Needs,
): Promise<void> {
  const given = (ids: (number | null | undefined)[]) => ids.filter((id) => typeof id === 'number');
  for (const [table, ids] of [
    ['teacher', given(teachers)],
    ['classroom', given(classrooms)],
    ['class_schedule', classes],
  ] as const)
    if (ids.length)
      await sql`
        select from ${sql.table(table)} where id = any(${ids}::bigint[])
        order by id for no key update`.execute(trx);
  if (classes.length && from !== undefined)
    await sql`
      select from student where id in (
        select e.student_id from enrolment e
        where e.class_schedule_id = any(${classes}::bigint[]) and ${enrolledOnOrAfter(from)})
      order by id for no key update`.execute(trx);
}

/** What `lockNeeds` locks for a change of meetings: everything that they need now, and what they will. */
export async function lockMeetingNeeds(
  trx: Database,
  ids: number[],
  also: Pick<Needs, 'teachers' | 'classrooms'> = {},
): Promise<void> {
  const { rows } = await sql<Record<'teacher' | 'cover' | 'classroom' | 'class', number>>`
    select teacher_id as teacher, covering_teacher_id as cover, classroom_id as classroom,
      class_schedule_id as class
    from class_meeting where id = any(${ids}::bigint[])`.execute(trx);
  await lockNeeds(trx, {
    teachers: [...rows.flatMap((row) => [row.teacher, row.cover]), ...(also.teachers ?? [])],
    classrooms: [...rows.map((row) => row.classroom), ...(also.classrooms ?? [])],
    classes: rows.map((row) => row.class),
    // Also students of dates that the meetings are moved back to.
    from: '0001-01-01',
  });
}

/** What `lockNeeds` locks for classes that get further meetings. @param which a query of their ids. */
export async function lockClassNeeds(
  trx: Database,
  which: RawBuilder<unknown>,
  from: string,
): Promise<void> {
  const { rows } = await sql<Record<'id' | 'teacher' | 'classroom', number>>`
    select id, teacher_id as teacher, classroom_id as classroom from class_schedule
    where id in (${which})`.execute(trx);
  await lockNeeds(trx, {
    teachers: rows.map(({ teacher }) => teacher),
    classrooms: rows.map(({ classroom }) => classroom),
    classes: rows.map(({ id }) => id),
    from,
  });
}

/** What `lockNeeds` locks for an import: the whole institute. */
export async function lockEverything(trx: Database): Promise<void> {
  for (const table of ['teacher', 'classroom', 'class_schedule', 'student'])
    await sql`select from ${sql.table(table)} order by id for no key update`.execute(trx);
}

/**
 * Locks classes that students join, before the students are locked: their times do not change, and
 * enrolments of others are counted.
 */
export async function lockClassesToJoin(trx: Database, ids: number[]): Promise<void> {
  await sql`
    select from class_schedule where id = any(${ids}::bigint[])
    order by id for no key update`.execute(trx);
}
