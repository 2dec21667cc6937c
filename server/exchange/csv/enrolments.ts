import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { withTheirZeros } from './lost-zeros.ts';
import type { ReadFile } from './read.ts';
import type { RowResolver } from './references.ts';
import type { FileReport } from './report.ts';
import type { StepContext } from './step.ts';
import { withoutRemoved } from './students.ts';

/** Imports enrolments by student ID and class; skips the same students as importStudents. */
export async function importEnrolments(
  database: Database,
  rows: ReadFile<'enrolments'>['rows'],
  resolver: RowResolver,
  { zeros }: StepContext,
): Promise<Omit<FileReport, 'file'>> {
  const existing = await database
    .selectFrom('student')
    .select(['id', 'student_id', sql<boolean>`archived_at is not null`.as('archived')])
    .execute();
  const classes = new Map(
    (await database.selectFrom('class_schedule').select(['id', 'ref']).execute()).map(
      ({ id, ref }) => [ref ?? '', id],
    ),
  );
  const students = new Map(existing.map(({ id, student_id }) => [student_id, id]));
  const unique = resolver.unique(
    withTheirZeros(rows, [...students.keys()], { resolver, zeros }),
    'timetable',
    (row) => `${row.student_id} ${row.timetable}`,
  );
  const remaining = await withoutRemoved(database, unique, existing, resolver);
  const resolved = remaining
    .map(({ line, row }) => ({
      student_id: resolver.find(students, 'student', line, 'student_id', row.student_id),
      class_schedule_id: resolver.find(classes, 'class', line, 'timetable', row.timetable),
    }))
    .filter(
      ({ student_id, class_schedule_id }) => student_id !== null && class_schedule_id !== null,
    );
  const { rows: added } = await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select given.student_id, given.class_schedule_id, greatest(m.semester_start_date, (
      select max(e.enrolled_to) + 1 from enrolment e
      where e.student_id = given.student_id and e.class_schedule_id = given.class_schedule_id))
    from jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb)
      as given(student_id bigint, class_schedule_id bigint)
    join class_schedule c on c.id = given.class_schedule_id
    join semester m on m.id = c.semester_id
    on conflict (student_id, class_schedule_id) where enrolled_to is null do nothing
    returning id`.execute(database);
  return { created: added.length, updated: 0, unchanged: resolved.length - added.length };
}
