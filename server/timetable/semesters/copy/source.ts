import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { keyOf, type SourceClass } from './plan.ts';

/** The ids of the classes of a semester that are not archived. */
export async function classesOf(trx: Database, semester: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select('id')
    .where('semester_id', '=', semester)
    .where('archived_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The classes of a semester that are not archived, with their patterns until its last day of classes. */
export async function readClasses(trx: Database, semester: number): Promise<SourceClass[]> {
  const { rows } = await sql<SourceClass>`
    select c.id, c.subject_id, s.subject_name, s.subject_code,
      s.archived_at is not null as subject_archived, c.class_type, c.group_name, c.color_coding,
      c.sort_order, (
        select jsonb_agg(to_jsonb(p) || jsonb_build_object('start_time', left(p.start_time::text, 5),
          'end_time', left(p.end_time::text, 5)) order by p.valid_from)
        from class_schedule_pattern p
        where p.class_schedule_id = c.id and p.valid_from <= m.class_end_date
      ) as patterns
    from class_schedule c
    join semester m on m.id = c.semester_id
    join subject s on s.id = c.subject_id
    where c.semester_id = ${semester} and c.archived_at is null
    order by c.id`.execute(trx);
  return rows;
}

/** The keys of the classes that a semester has, at any of their times. */
export async function takenKeys(trx: Database, semester: number): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('class_schedule as c')
    .innerJoin('class_schedule_pattern as p', 'p.class_schedule_id', 'c.id')
    .select(['c.subject_id', 'c.class_type', 'c.group_name'])
    .select([
      sql<number>`p.day_of_week`.as('day_of_week'),
      sql<string>`left(p.start_time::text, 5)`.as('start_time'),
      sql<string>`left(p.end_time::text, 5)`.as('end_time'),
    ])
    .where('c.semester_id', '=', semester)
    .where('c.archived_at', 'is', null)
    .where('p.day_of_week', 'is not', null)
    .execute();
  return new Set(rows.map((row) => keyOf(row, row)));
}

interface Named {
  id: number;
  name: string;
  archived: boolean;
}

/** The names of teachers or rooms, and which of them are archived. */
export async function namesOf(
  trx: Database,
  table: 'teacher' | 'classroom',
  ids: number[],
): Promise<Named[]> {
  return trx
    .selectFrom(table)
    .select([
      'id',
      (table === 'teacher'
        ? sql<string>`person_name(first_name, last_name)`
        : sql<string>`room_number`
      ).as('name'),
      sql<boolean>`archived_at is not null`.as('archived'),
    ])
    .where('id', '=', anyOf.ids(ids))
    .orderBy('name')
    .orderBy('id')
    .execute();
}
