import { z } from 'zod';
import { idOrUuid } from '../../../contract/fields.ts';
import { eraseBody, eraseResult } from '../../../contract/privacy.ts';
import type { Api, Parts } from '../../parts.ts';
import { notFound } from '../../platform/http/api-error.ts';
import { studentNamed } from '../students/reference.ts';
import { eraseStudent } from './erase.ts';
import { erasuresFile, writeErasures } from './erasures.ts';
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
    const { student_id, redact_notes } = request.body;
    const {
      files: keys,
      erasure,
      ...erased
    } = await eraseStudent(database, id, {
      confirmed: student_id,
      redactNotes: redact_notes,
      today: clock.today(),
      now: clock.now().toString(),
    });
    // What fails from here on is done again by the retention: it is recorded in the database.
    const warn = (what: string) => (error: Error) => request.log.warn({ err: error }, what);
    await writeErasures(erasuresFile(config.dataDir), [erasure]).catch(warn('the list of erasures could not be written'));
    const { stuck } = await files.removeReleased().catch(() => ({ stuck: keys }));
    if (stuck.length) request.log.warn(`${stuck.length} files could not be removed from the store yet`);
    return { ...erased, files_removed: keys.filter((key) => files.isOurs(key) && !stuck.includes(key)).length };
  });
}
