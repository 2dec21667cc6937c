import { copySemester, previewSemesterCopy } from '#contract/timetable/semesters.endpoints.ts';
import { can, type Permission } from '#contract/permissions.ts';
import type { CopiedCohorts } from '#contract/timetable/semester-copy.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { setAct } from '#server/platform/database/act.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { rolledBack } from '../../meetings/rolled-back.ts';
import { copyClasses, type EnrolMembers } from './copy.ts';

/** With students, the copy enrols. */
const enrolToo: Permission = ['Enroll Student', 'add'];

/** Copies the classes of a semester; a preview is the copy, rolled back (R-COPY-3). */
export function semesterCopyRoutes(
  api: Api,
  context: AppContext,
  enrolMembers: EnrolMembers,
): void {
  const { database, clock, settings, live } = context;
  const parts = { clock, settings, enrolMembers };
  const rightsFor = (cohorts: CopiedCohorts, user: CurrentUser): readonly Permission[] => {
    if (cohorts !== 'students') return copySemester.access;
    if (!can(user.permissions, ...enrolToo))
      throw forbidden('You do not have permission to enrol students.');
    return [...copySemester.access, enrolToo];
  };

  implement(api, previewSemesterCopy, async ({ params: { id }, body, user }) => {
    rightsFor(body.cohorts, user);
    const found = await rolledBack(database, async (trx) => {
      await setAct(trx, { purpose: 'rehearsal' });
      return copyClasses(trx, parts, { id, body, user, isPreview: true });
    });
    return { ...found, operation: null };
  });

  implement(api, copySemester, async ({ params: { id }, body, user }, reply) => {
    const rights = rightsFor(body.cohorts, user);
    const copied = await inFormTransaction(database, async (trx) => {
      const { result, operation } = await asOperation(
        trx,
        {
          kind: 'copy',
          about: 'the classes of a semester',
          user: user.id,
          now: clock.now().toString(),
          rights,
        },
        () => copyClasses(trx, parts, { id, body, user, isPreview: false }),
      );
      return { ...result, operation };
    });
    publishPlan(live);
    return reply.code(201).send(copied);
  });
}
