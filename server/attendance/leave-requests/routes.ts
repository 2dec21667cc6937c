import type { FastifyRequest } from 'fastify';
import {
  approveLeaveRequest,
  declineLeaveRequest,
  listLeaveRequests,
} from '#contract/attendance/leave-requests.endpoints.ts';
import type { LeaveRequest } from '#contract/attendance/leave-request.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, forbidden, notFound } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { publishStudents } from '#server/school/live-marks.ts';
import { required } from '#server/platform/required.ts';
import { ownLeaveText } from '../leave/own-leave.ts';
import { mailToStudent } from './mails.ts';
import { findRequest, lockRequest, pageOfRequests, releaseForLeave } from './queries.ts';

type Locked = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Requests of students, and the decisions about them (R-LEAVE-1). */
export function leaveRequestRoutes(api: Api, context: AppContext): void {
  const { database, clock, files, queue } = context;
  const presented = (row: LeaveRequest): LeaveRequest => ({
    ...row,
    supporting_document: files.shortLink(row.supporting_document),
  });

  implement(api, listLeaveRequests, async (request) => {
    const { rows, total } = await pageOfRequests(database, request.query, request.user);
    return presentList(request, request.query, { rows: rows.map(presented), total });
  });

  implement(api, approveLeaveRequest, (call) =>
    decide(call, async (trx, request) => {
      const { body, user } = call;
      await releaseForLeave(trx, request);
      const { id } = await trx
        .insertInto('leave')
        .values({
          student_id: request.student_id,
          leave_from: request.leave_from,
          leave_to: request.leave_to,
          reason_for_leave: request.reason_for_leave,
          supporting_document: request.supporting_document,
          faculty_email: user.email.toLowerCase(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { state: 'approved', answer: body.answer ?? null, leave: id };
    }),
  );

  implement(api, declineLeaveRequest, (call) =>
    decide(call, async () => ({ state: 'declined', answer: call.body.answer, leave: null })),
  );

  /** Decides once, in one transaction with the leave, and notifies the student. */
  async function decide(
    call: Pick<FastifyRequest, 'user' | 'auditAbout'> & { params: { id: number } },
    step: (
      trx: Database,
      request: Locked,
    ) => Promise<{
      state: 'approved' | 'declined';
      answer: string | null;
      leave: number | null;
    }>,
  ): Promise<LeaveRequest> {
    const { user } = call;
    const { id } = call.params;
    const student = await inTransaction(database, async (trx) => {
      const request = await lockRequest(trx, id, user);
      if (!request) throw notFound('This request');
      if (request.is_own) throw forbidden(ownLeaveText);
      if (request.state !== 'requested')
        throw new ApiError(409, { detail: `This request was ${request.state} before.` });
      if (request.archived_at !== null)
        throw new ApiError(409, { detail: 'This student is archived.' });
      const { state, answer, leave } = await step(trx, request);
      await trx
        .updateTable('leave_request')
        .set({
          state,
          answer,
          leave_id: leave,
          decided_by: user.id,
          decided_at: clock.now().toString(),
        })
        .where('id', '=', id)
        .execute();
      await mailToStudent(trx, context, request.student_mail, state);
      call.auditAbout = { student: request.student_id };
      return request.student_id;
    });
    queue.wake();
    await publishStudents(context, [student]);
    return presented(required(await findRequest(database, id, user), 'The decided request'));
  }
}
