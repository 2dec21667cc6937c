import { sql, type RawBuilder } from 'kysely';
import { lockOf, lockOrder, lockRows, type LockStrength } from '#server/platform/database/locks.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { placesOf, roomsOf } from '#server/school/meetings.ts';

/** The resources that a change needs. */
export interface Needs {
  teachers?: (number | null | undefined)[];
  classrooms?: (number | null | undefined)[];
  /** Classes that change, with the teachers and rooms that they have. */
  classes?: number[];
  /** Meetings of these classes that change, with theirs. */
  meetings?: number[];
  /** The students of the classes from a date on, when the times of the classes change. */
  from?: string | undefined;
}

/**
 * Locks the resources of a change before it is judged, so that of two changes that need the same the second
 * sees the first (R-CLASH-5). Meetings of these classes, which no other call changes meanwhile, may be
 * locked afterwards.
 * @param classLock marks wait for classes that are locked for update, and for no weaker lock (R-ROLL-24).
 */
export async function lockNeeds(
  trx: Database,
  { teachers = [], classrooms = [], classes = [], meetings = [], from }: Needs,
  classLock: LockStrength = 'update',
): Promise<void> {
  await lockRows(trx, 'class', classes, classLock);
  const used = await usedBy(trx, classes, meetings);
  await lockRows(trx, 'teacher', [...teachers, ...used.teachers], 'no key update');
  await lockRows(trx, 'room', [...classrooms, ...used.classrooms], 'no key update');
  if (classes.length && from !== undefined)
    await sql`
      select from student where id in (
        select e.student_id from enrolment e
        where e.class_schedule_id = any(${classes}::bigint[]) and ${enrolledOnOrAfter(from)})
      order by id ${lockOf('no key update')}`.execute(trx);
}

/** Keeps the semesters of classes that are written, and others that are named: they come before the classes. */
export async function lockSemesters(
  trx: Database,
  { classes, also = [] }: { classes: number[]; also?: (number | null | undefined)[] },
): Promise<void> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select('semester_id as id')
    .distinct()
    .where('id', '=', anyOf.ids(classes))
    .execute();
  await lockRows(trx, 'semester', [...rows.map(({ id }) => id), ...also], 'key share');
}

/** The teachers and rooms of classes and of their meetings, read after the classes are locked. */
async function usedBy(trx: Database, classes: number[], meetings: number[]) {
  if (classes.length === 0) return { teachers: [], classrooms: [] };
  const { rows } = await sql<Record<'teachers' | 'classrooms', number[]>>`
    select coalesce(array_agg(distinct teacher), '{}') as teachers,
      coalesce(array_agg(distinct classroom), '{}') as classrooms
    from (
      select unnest(array[teacher_id] || co_teacher_ids) as teacher,
        unnest(array[classroom_id] || more_classroom_ids) as classroom
      from class_schedule where id = any(${classes}::bigint[])
      union
      select unnest(array[teacher_id] || co_teacher_ids), unnest(array[classroom_id] || more_classroom_ids)
      from class_schedule_pattern where class_schedule_id = any(${classes}::bigint[])
      union
      select unnest(array[g.teacher_id, g.covering_teacher_id] || g.co_teacher_ids || array(
          select k.covering_teacher_id from ${placesOf()} where k.place > 0)),
        unnest(${roomsOf()})
      from class_meeting g where g.id = any(${meetings}::bigint[])
    ) used`.execute(trx);
  return oneRow({ rows });
}

/**
 * The locks of `lockNeeds` for classes that get further meetings.
 * @param which a query of their ids.
 * @param classLock for update when meetings of today or before change: then marks wait, otherwise they do not.
 */
export async function lockClassNeeds(
  trx: Database,
  which: RawBuilder<unknown>,
  from: string,
  classLock: LockStrength = 'no key update',
): Promise<void> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select('id')
    .where('id', '=', sql<number>`any(${which})`)
    .execute();
  const classes = rows.map(({ id }) => id);
  await lockNeeds(trx, { classes, from }, classLock);
}

/** The locks of `lockNeeds` for an import: the whole institute. */
export async function lockEverything(trx: Database): Promise<void> {
  for (const kind of ['semester', 'holiday', 'class', 'teacher', 'room', 'student'] as const)
    await sql`
      select from ${sql.table(lockOrder[kind])} order by id ${lockOf('no key update')}`.execute(
      trx,
    );
}

/**
 * Locks classes that students join, before the students are locked: their times do not change, and
 * enrolments of others are counted.
 */
export const lockClassesToJoin = (trx: Database, ids: number[]): Promise<void> =>
  lockRows(trx, 'class', ids, 'no key update');
