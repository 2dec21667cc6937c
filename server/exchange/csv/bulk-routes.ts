import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { stringify } from 'csv-stringify';
import { uploadGuardians } from '#contract/people/guardians.endpoints.ts';
import { exportStudents, uploadStudents } from '#contract/people/students.endpoints.ts';
import { guardianColumns } from '#contract/people/guardian-file.ts';
import { studentColumns } from '#contract/student-fields.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { implementUpload } from './upload.ts';
import { eachStudent } from '#server/people/index.ts';

/**
 * Students and their guardians by file: CSV uploads with errors per row, and an export of students that
 * can be uploaded again. Guardians are in no export (R-GUARD-1).
 */
export function studentFileRoutes(api: Api, context: AppContext): void {
  void api.register(async (scope: Api) => {
    await scope.register(multipart);
    const students = { name: 'students', columns: studentColumns } as const;
    implementUpload(scope, uploadStudents, students, context);
    const guardians = { name: 'guardians', columns: guardianColumns } as const;
    implementUpload(scope, uploadGuardians, guardians, context);
  });

  implement(api, exportStudents, async (_request, reply) => {
    const csv = stringify({ header: true, columns: [...studentColumns], ...csvOptions });
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="students.csv"',
      })
      .send(Readable.from(eachStudent(context.database)).pipe(csv));
  });
}
