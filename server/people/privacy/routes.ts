import {
  decideErasureProposals,
  listErasureProposals,
} from '#contract/people/erasure-proposals.endpoints.ts';
import {
  eraseStudent as eraseStudentEndpoint,
  exportStudent,
} from '#contract/people/students.endpoints.ts';
import type { IdOrUuid } from '#contract/fields.ts';
import { publishClass, rollsOf } from '#server/school/live-marks.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { implement, type HandlerOf } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { assertNoneIsOwn } from '#server/school/own-row.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { decideProposals, findProposals } from './decide-proposals.ts';
import { eraseStudent } from './erase.ts';
import { erasuresFile, writeErasures } from './erasures.ts';
import { collectStudentData } from './student-data.ts';
import { exportArchive } from './student-archive.ts';

/** Texts that an erasure proposes to redact (R-ERASE-1). */
function erasureProposalRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, listErasureProposals, async (request) =>
    presentList(request, request.query, await findProposals(database, request.user, request.query)),
  );

  implement(api, decideErasureProposals, async ({ body, user }, reply) => {
    const decision = { ids: body.ids, redact: body.is_redacted, now: clock.now().toString() };
    await inFormTransaction(database, (trx) => decideProposals(trx, user, decision));
    return reply.code(204).send(null);
  });
}

/** A student's rights: a copy of all their data, and erasure. */
export function privacyRoutes(api: Api, context: AppContext): void {
  const { config, settings, database, clock, files, live } = context;
  erasureProposalRoutes(api, context);
  const named = async (path: IdOrUuid): Promise<number> => {
    const id = await studentNamed(database, path);
    if (id === null) throw notFound('This student');
    return id;
  };

  const sendPackage: HandlerOf<typeof exportStudent> = async (request, reply) => {
    const data = await collectStudentData(database, await named(request.params.student));
    if (!data) throw notFound('This student');
    const name = `student-${data.student.student_id.replaceAll(/[^\w-]/g, '')}-${clock.today()}.zip`;
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
      })
      .send(
        exportArchive(data, { title: settings.current().title, at: clock.now().toString() }, files),
      );
  };
  implement(api, exportStudent, sendPackage, { compress: false });

  implement(api, eraseStudentEndpoint, async (request) => {
    const id = await named(request.params.student);
    await assertNoneIsOwn(database, [id], request.user);
    const { student_id, redact_notes } = request.body;
    const {
      files: keys,
      erasures,
      ...erased
    } = await eraseStudent(database, id, {
      confirmed: student_id,
      redactNotes: redact_notes,
      today: clock.today(),
      now: clock.now().toString(),
    });
    const byTable = Object.entries(erased.changed).map(([table, rows]) => `${table} ${rows}`);
    request.auditAbout = { changed: byTable, proposals: erased.proposals };
    // Open screens of a roll remove the student's name.
    for (const { class_schedule, date } of await rollsOf(database, id, clock.today()))
      publishClass(live, class_schedule, date);
    // Steps that fail from here on are repeated by the retention job.
    const warn = (what: string) => (error: Error) => request.log.warn({ err: error }, what);
    await writeErasures(erasuresFile(config.dataDir), erasures).catch(
      warn('the list of erasures could not be written'),
    );
    const { stuck } = await files.removeReleased().catch(() => ({ stuck: keys }));
    if (stuck.length)
      request.log.warn(`${stuck.length} files could not be removed from the store yet`);
    return {
      ...erased,
      files_removed: keys.filter((key) => files.isOurs(key) && !stuck.includes(key)).length,
    };
  });
}
