import type { IdOrUuid } from '#contract/fields.ts';
import {
  bulkRemoveStudents,
  getNextStudentId,
  getStudentDetails,
  getStudentStat,
  studentEndpoints,
} from '#contract/people/students.endpoints.ts';
import type { Student } from '#contract/student.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { createReader } from '#server/platform/resource/list.ts';
import { registerResource, type RegisteredResource } from '#server/platform/resource/routes.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { searchedCard } from '../cards/searched-card.ts';
import { cardStatusRoutes } from './card-status-routes.ts';
import { studentDetails, studentStat } from './details.ts';
import { studentList, type StudentRow, type StudentsQuery } from './list.ts';
import { nextStudentId } from './next-id.ts';
import { studentWriter } from './writer.ts';

export function studentRoutes(api: Api, context: AppContext): RegisteredResource {
  const { database, clock, files } = context;
  const toResponse = (row: StudentRow): Student => ({
    ...row,
    profile_image: files.link(row.profile_image),
  });
  const all = createReader<StudentRow, StudentsQuery>(
    database,
    studentList,
    clock.today,
    toResponse,
  );
  const reader: typeof all = {
    ...all,
    page: async (query, user) =>
      all.page({ ...query, search: await searchedCard(context, query.search) }, user),
  };

  implement(api, getNextStudentId, async () => ({ student_id: await nextStudentId(database) }));
  implement(api, getStudentStat, async ({ params }) =>
    studentStat(context, await idNamed(context, params.student)),
  );
  implement(api, getStudentDetails, async ({ params, user }) => {
    const id = await idNamed(context, params.student);
    const student = (await reader.findById(id, user)) as Student | null;
    // Deleted in this moment.
    if (!student) throw notFound('This student');
    return studentDetails(context, student, user);
  });
  cardStatusRoutes(api, { database, clock });
  return registerResource(api, studentEndpoints, reader, studentWriter(context), {
    database,
    clock,
    byUuid: (path) => studentNamed(database, path),
    bulkRemove: bulkRemoveStudents,
  });
}

/** @throws ApiError 404 without such a student. */
async function idNamed({ database }: AppContext, path: IdOrUuid): Promise<number> {
  const id = await studentNamed(database, path);
  if (id === null) throw notFound('This student');
  return id;
}
