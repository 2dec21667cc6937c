import { sql } from 'kysely';
import { addToRedList, redListEndpoints } from '#contract/standing/red-list.endpoints.ts';
import type { RedListEntry } from '#contract/standing/red-list.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { contains, studentContains } from '#server/platform/resource/search.ts';
import { assertNoneIsOwn, notAboutOwn } from '#server/school/own-row.ts';
import { lockStudentsOf, studentReferred } from '#server/school/student-reference.ts';

interface Row {
  id: number;
  student: number;
  student_id: string;
  first_name: string;
  last_name: string;
  subject: number;
  subject_name: string;
  subject_code: string;
  attendance_percentage: string;
}

const list: ListDefinition<ListQuery & { id?: number[]; student?: number[]; subject?: number[] }> =
  {
    table: 'red_list',
    joins: () => sql`join student s on s.id = x.student_id join subject j on j.id = x.subject_id`,
    columns: () => sql`
    x.id, x.student_id as student, s.student_id, s.first_name, s.last_name,
    x.subject_id as subject, j.subject_name, j.subject_code, x.attendance_percentage`,
    search: (word) => sql`(
    x.student_id in (select id from student f where ${studentContains(word, 'f')})
    or x.subject_id in (select y.id from subject y
      where ${contains(word, ['y.subject_name', 'y.subject_code'])}))`,
    filters: ({ id, student, subject }) => [
      whereIn('x.id', id),
      whereIn('x.student_id', student),
      whereIn('x.subject_id', subject),
    ],
    sortKeys: {
      student: [sql`s.student_id`, sql`j.subject_code`],
      subject: [sql`j.subject_code`, sql`s.student_id`],
      attendance_percentage: [sql`x.attendance_percentage`],
    },
  };

const toResponse = (row: Row): RedListEntry => ({
  id: row.id,
  student: {
    id: row.student,
    student_id: row.student_id,
    first_name: row.first_name,
    last_name: row.last_name,
  },
  subject: { id: row.subject, subject_name: row.subject_name, subject_code: row.subject_code },
  attendance_percentage: Number(row.attendance_percentage),
});

const writer = (today: () => string): ResourceWriter => ({
  table: 'red_list',
  ...notAboutOwn('red_list'),
  begin: (trx, { ids, given }) => lockStudentsOf(trx, 'red list', ids, given.student),
  async toColumns({ student, subject, ...body }, { trx, user }) {
    const student_id =
      student === undefined ? undefined : await studentReferred(trx, 'student', student);
    if (student_id !== undefined) await assertNoneIsOwn(trx, [student_id], user);
    return {
      ...body,
      ...(student_id !== undefined && { student_id }),
      ...(subject !== undefined && { subject_id: subject }),
      ...(body.attendance_percentage !== undefined && { entered_on: today() }),
    };
  },
  references: { subject_id: { table: 'subject', sent: 'subject' } },
  unique: {
    red_list_student_id_subject_id_key: ['student', 'already on the red list in this subject'],
  },
  referencedBy: [],
});

/** The red list also accepts POST without `/create/` (R-API-3). */
export function redListRoutes(api: Api, { database, clock }: AppContext): RegisteredResource {
  const { today } = clock;
  return registerResource(
    api,
    redListEndpoints,
    createReader(database, list, today, toResponse),
    writer(today),
    {
      database,
      clock,
      alsoCreate: addToRedList,
    },
  );
}
