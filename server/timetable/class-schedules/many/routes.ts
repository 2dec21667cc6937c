import {
  addManyClasses,
  getUsedTimes,
  previewManyClasses,
} from '#contract/timetable/timetable.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { setAct } from '#server/platform/database/act.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import { assertSetsPayCodes } from '#server/school/may-set-pay-code.ts';
import { rolledBack } from '../../meetings/rolled-back.ts';
import { addClasses } from './add.ts';
import { usedTimesOf } from './used-times.ts';

/** Adds several classes at once; a preview is the same, rolled back (R-MANY-1). */
export function manyClassesRoutes(api: Api, context: AppContext): void {
  const { database, clock, live } = context;
  const assertAllowed = (classes: Body[], user: CurrentUser) => {
    if (classes.some((one) => one.payroll_id !== undefined || one.co_teacher_pay !== undefined))
      assertSetsPayCodes(user);
  };

  implement(api, getUsedTimes, ({ query }) => usedTimesOf(database, query.semester));

  implement(api, previewManyClasses, async ({ body, user }) => {
    assertAllowed(body.classes, user);
    const found = await rolledBack(database, async (trx) => {
      await setAct(trx, { purpose: 'rehearsal' });
      return addClasses(trx, context, { body, user, isPreview: true });
    });
    return { ...found, operation: null };
  });

  implement(api, addManyClasses, async ({ body, user }, reply) => {
    assertAllowed(body.classes, user);
    const added = await inFormTransaction(database, async (trx) => {
      const { result, operation } = await asOperation(
        trx,
        {
          kind: 'edit',
          about: 'classes added together',
          user: user.id,
          now: clock.now().toString(),
          rights: addManyClasses.access,
        },
        () => addClasses(trx, context, { body, user, isPreview: false }),
      );
      return { ...result, operation };
    });
    publishPlan(live);
    return reply.code(201).send(added);
  });
}
