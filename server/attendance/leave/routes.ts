import { sql } from 'kysely';
import { getLeaveEffect, leaveEndpoints } from '#contract/attendance/leave.endpoints.ts';
import type { Leave } from '#contract/attendance/leave.ts';
import { messages } from '#contract/texts.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import {
  whereIn,
  createReader,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { contains, studentContains } from '#server/platform/resource/search.ts';
import { leaveEffectOf } from './effect.ts';
import { assertNotOwn } from './own-leave.ts';
import { listedStudent } from '#server/school/student-listed.ts';
import { publishStudents } from '#server/school/live-marks.ts';
import { lockStudentsOf, studentReferred } from '#server/school/student-reference.ts';

type Row = Omit<Leave, 'student_id'>;

const list: ListDefinition<
  ListQuery & { id?: number[]; student?: number[]; from_date?: string; to_date?: string }
> = {
  table: 'leave',
  joins: () => sql`join student s on s.id = x.student_id`,
  columns: () => sql`
    x.id, ${listedStudent} as student, x.leave_from, x.leave_to, x.faculty_email, x.reason_for_leave, x.supporting_document`,
  search: (word) => sql`(
    x.student_id in (select id from student f where ${studentContains(word, 'f')})
    or ${contains(word, { texts: ['x.reason_for_leave'], addresses: ['x.faculty_email'] })})`,
  filters: ({ id, student, from_date, to_date }) => [
    whereIn('x.id', id),
    whereIn('x.student_id', student),
    from_date && sql`x.leave_to >= ${from_date}::date`,
    to_date && sql`x.leave_from <= ${to_date}::date`,
  ],
  sortKeys: {
    leave_from: [sql`x.leave_from`],
    leave_to: [sql`x.leave_to`],
    student: [sql`s.student_id`, sql`x.leave_from`],
  },
};

export function leaveRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock, files } = context;
  const { today } = clock;
  implement(api, getLeaveEffect, ({ query }) => {
    if (query.from && query.to && query.to < query.from)
      throw validationError('to', 'must not be before from');
    return leaveEffectOf(database, query);
  });
  const toResponse = (row: Row): Leave => ({
    ...row,
    student_id: row.student.id,
    supporting_document: files.link(row.supporting_document),
  });

  const writer: ResourceWriter = {
    table: 'leave',
    async begin(trx, { ids, given, afterCommit }) {
      await lockStudentsOf(trx, 'leave', ids, given.student_id);
      const before = await studentsOnLeave(trx, ids);
      afterCommit.push(
        () => publishStudents(context, before),
        () => files.removeReleased(),
      );
    },
    async afterSave(trx, id, _body, step) {
      const after = await studentsOnLeave(trx, [id]);
      step?.afterCommit.push(() => publishStudents(context, after));
    },
    async toColumns({ student_id, supporting_document, ...body }, { trx, user, current }) {
      // Imported leaves without a document stay without one.
      if (supporting_document === null && current?.supporting_document)
        throw validationError('supporting_document', messages.selectFile);
      const student =
        student_id === undefined ? null : await studentReferred(trx, 'student_id', student_id);
      if (student !== null) await assertNotOwn(trx, { ids: [student] }, user);
      return {
        ...body,
        ...(student !== null && { student_id: student }),
        ...(supporting_document !== undefined && {
          supporting_document: await files.take(trx, {
            field: 'supporting_document',
            category: 'leave-application',
            link: supporting_document,
            user: user.id,
            current: current?.supporting_document,
          }),
        }),
      };
    },
    async around(trx, { ids, user }, change) {
      await assertNotOwn(trx, { leaves: ids }, user);
      await change();
    },
    referencedBy: [
      {
        table: 'leave_request',
        column: 'leave_id',
        names: ['request of a student', 'requests of students'],
      },
    ],
  };

  return registerResource(
    api,
    leaveEndpoints,
    createReader(database, list, today, toResponse),
    writer,
    { database, clock },
  );
}

async function studentsOnLeave(trx: Database, leaves: number[]): Promise<number[]> {
  if (leaves.length === 0) return [];
  const rows = await trx
    .selectFrom('leave')
    .select('student_id')
    .distinct()
    .where('id', '=', anyOf.ids(leaves))
    .execute();
  return rows.map(({ student_id }) => student_id);
}
