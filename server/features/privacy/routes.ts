import { z } from 'zod';
import { idOrUuid } from '../../../contract/fields.ts';
import { eraseBody, eraseResult } from '../../../contract/privacy.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound } from '../../platform/http/api-error.ts';
import { studentNamed } from '../students/reference.ts';
import { eraseStudent } from './erase.ts';
import { gatherStudent } from './gather.ts';
import { studentPackage } from './package.ts';

/** What a student may ask of the institute: a copy of everything about them, and to be forgotten. */
export function privacyRoutes(api: Api, { config, database, clock, files }: Parts): void {
  const params = z.object({ student: idOrUuid });
  const named = async (path: z.output<typeof idOrUuid>): Promise<number> => {
    const id = await studentNamed(database, path);
    if (id === null) throw notFound('This student');
    return id;
  };

  const description = 'Everything about one student as a ZIP: JSON, CSV tables, photo and documents.';
  api.get('/student-details/:student/export', { schema: { params, description }, compress: false }, async (request, reply) => {
    const gathered = await gatherStudent(database, await named(request.params.student));
    if (!gathered) throw notFound('This student');
    const name = `student-${gathered.student.student_id.replaceAll(/[^\w-]/g, '')}-${clock.today()}.zip`;
    return reply
      .headers({ 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${name}"` })
      .send(studentPackage(gathered, { title: config.title, at: clock.now().toString() }, files));
  });

  const erase = { params, body: eraseBody, response: { 200: eraseResult } };
  api.post('/student-details/:student/erase', { schema: erase }, async (request) => {
    const id = await named(request.params.student);
    const { files: keys, ...erased } = await eraseStudent(database, id, request.body.student_id, clock.today());
    // Nothing names them any more: what cannot be taken away now is found by the retention.
    const removed = await Promise.allSettled(keys.map((key) => files.remove([key])));
    for (const { status } of removed) if (status === 'rejected') request.log.warn('a file of an erased student could not be taken away yet');
    return { ...erased, files_removed: removed.filter(({ status }) => status === 'fulfilled').length };
  });
}
