import {
  changeCohortAssignment,
  enrolByCohort,
  getCohortAssignment,
  leaveCohort as leaveCohortEndpoint,
  listCohortAssignments,
  listTransfers,
  transferStudents as transferEndpoint,
  undoTransfer as undoTransferEndpoint,
} from '#contract/enrolment/enrolment.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inFormTransaction } from '#server/platform/database/transactions.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { publishPlan } from '#server/school/live-marks.ts';
import {
  assignmentOf,
  changeAssignment,
  enrolInCohort,
  leaveCohort,
  transferStudents,
} from './cohort-enrolment.ts';
import { findAssignments, findTransfers } from './queries.ts';
import { undoTransfer } from './undo-transfer.ts';

/** Enrolment in cohorts, transfers between cohorts, and removal (R-ENROL-4). */
export function cohortEnrolmentRoutes(api: Api, context: AppContext): void {
  const { database, clock, live } = context;

  implement(api, listCohortAssignments, async (request) =>
    presentList(request, request.query, await findAssignments(database, request.query)),
  );
  implement(api, getCohortAssignment, ({ params }) => assignmentOf(database, params.id));
  implement(api, enrolByCohort, async ({ body, user }, reply) => {
    const plan = await enrolInCohort(context, body, user);
    if (!body.preview) publishPlan(live);
    return reply.code(body.preview ? 200 : 201).send(plan);
  });
  implement(api, changeCohortAssignment, async ({ params, body, user }) => {
    const changed = await changeAssignment(context, params.id, body, user);
    publishPlan(live);
    return changed;
  });
  implement(api, leaveCohortEndpoint, async ({ params, user }, reply) => {
    await leaveCohort(context, params.id, user);
    publishPlan(live);
    return reply.code(204).send(null);
  });
  implement(api, listTransfers, async (request) =>
    presentList(request, request.query, await findTransfers(database, request.query)),
  );
  implement(api, transferEndpoint, async ({ body, user }, reply) => {
    const plan = await transferStudents(context, body, user);
    if (!body.preview) publishPlan(live);
    return reply.code(body.preview ? 200 : 201).send(plan);
  });
  implement(api, undoTransferEndpoint, async ({ params: { id }, user }) => {
    await inFormTransaction(database, (trx) => undoTransfer(trx, clock, id, user));
    publishPlan(live);
    return { results: [{ id, status: 'Undone' }] };
  });
}
