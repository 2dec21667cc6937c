import { getStudentMerges, mergeStudents, previewMerge } from '#contract/people/merge.endpoints.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { forbidden, notFound } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishClass, rollsOf } from '#server/school/live-marks.ts';
import { addLine, writerOf } from '#server/school/audit-trail.ts';
import { studentNamed } from '#server/school/student-reference.ts';
import { merge } from './apply.ts';
import { mergesOf } from './queries.ts';
import { previewOf } from './preview.ts';
import { readBoth } from './state.ts';

/** Two rows of one person become one (R-MERGE-1). */
export function mergeRoutes(api: Api, { database, clock, files, live }: AppContext): void {
  implement(api, previewMerge, async ({ query, user }) => {
    assertMayMerge(user);
    const preview = await previewOf(database, await readBoth(database, query, user), clock);
    return {
      ...preview,
      fields: preview.fields.map((field) =>
        field.name === 'profile_image'
          ? { ...field, keep: files.link(field.keep), remove: files.link(field.remove) }
          : field,
      ),
    };
  });

  implement(api, mergeStudents, async (request) => {
    const { body, user } = request;
    assertMayMerge(user);
    const done = await inFormTransaction(database, async (trx) => {
      const merged = await merge(trx, clock, user, body);
      await addLine(trx, {
        ...writerOf(request, clock),
        kind: 'change',
        what: 'Merge students',
        about: { student: [body.keep, body.remove], ...merged.moved, exchange: body.exchange },
        status: 200,
      });
      return merged;
    });
    for (const { class_schedule, date } of await rollsOf(database, body.keep, clock.today()))
      publishClass(live, class_schedule, date);
    return done;
  });

  implement(api, getStudentMerges, async ({ params }) => {
    const id = await studentNamed(database, params.student);
    if (id === null) throw notFound('This student');
    return mergesOf(database, id);
  });
}

/** One row is archived, which is more than a change. */
function assertMayMerge({ permissions }: CurrentUser): void {
  if (!can(permissions, 'Students', 'delete'))
    throw forbidden('You do not have permission to perform this action.');
}
