import { z } from 'zod';
import { idOrUuid, listOf } from '../../../contract/fields.ts';
import { percent } from '../../../contract/summary.ts';
import { studentQuery, studentRow, studentStat } from '../../../contract/student.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound } from '../../platform/http/api-error.ts';
import { presentList } from '../../platform/http/lists.ts';
import { attendanceByClass, findStudents, studentNamed } from './queries.ts';

export function studentRoutes(api: Api, { database, clock }: Parts): void {
  api.get('/students', { schema: { querystring: studentQuery, response: { 200: listOf(studentRow) } } }, async (request) =>
    presentList(request, request.query, await findStudents(database, request.query)),
  );

  const stat = { params: z.object({ student: idOrUuid }), response: { 200: z.object({ results: z.array(studentStat) }) } };
  api.get('/student-schedule-attendance-stat/:student', { schema: stat }, async ({ params }) => {
    const student = await studentNamed(database, params.student);
    if (student === null) throw notFound('This student');
    const rows = await attendanceByClass(database, student, clock.today());
    return {
      results: rows.map(({ subject_name, subject_code, ...row }) => ({
        ...row,
        subject: { subject_name, subject_code },
        not_taken: row.total - row.present - row.absent,
        attendance_percentage: percent(row.present, row.total),
      })),
    };
  });
}
