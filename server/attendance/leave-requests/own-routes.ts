import { lockRows } from '#server/platform/database/locks.ts';
import { leaveRequestLimits } from '#contract/attendance/leave-request.ts';
import {
  createMyLeaveRequest,
  getMyLeaveRequests,
  withdrawMyLeaveRequest,
} from '#contract/attendance/my-attendance.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { required } from '#server/platform/required.ts';
import { ownStudent } from '#server/school/own-student.ts';
import { mailToDeciders } from './mails.ts';
import { countRequests, isTooMany, requestsOf } from './queries.ts';

const { perDay, open } = leaveRequestLimits;

/** How long before and after today a requested leave may be, in days. */
const reach = { back: 90, ahead: 366 };

/** Requests of the student that the caller is (R-LEAVE-1). */
export function ownLeaveRequestRoutes(api: Api, context: AppContext): void {
  const { database, clock, files, queue } = context;
  const shown = async (student: number, id: number | null = null) =>
    (await requestsOf(database, student, id)).map((row) => ({
      ...row,
      supporting_document: files.shortLink(row.supporting_document),
    }));

  implement(api, getMyLeaveRequests, async ({ user }) => ({
    results: await shown(ownStudent(user)),
  }));

  implement(api, createMyLeaveRequest, async ({ body, user }, reply) => {
    const student = ownStudent(user);
    assertWithinReach(clock.today(), body);
    const now = clock.now().toString();
    const id = await inTransaction(database, async (trx) => {
      // Two requests at once: the second counts the first.
      await lockRows(trx, 'student', [student], 'no key update');
      if (isTooMany(await countRequests(trx, student, now)))
        throw new ApiError(429, {
          detail: `At most ${perDay} requests a day, and ${open} that are not decided.`,
        });
      const supporting_document = await files.take(trx, {
        field: 'supporting_document',
        category: 'leave-application',
        link: body.supporting_document,
        user: user.id,
      });
      const added = await trx
        .insertInto('leave_request')
        .values({
          ...body,
          supporting_document,
          student_id: student,
          requested_by: user.id,
          requested_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await mailToDeciders(trx, context);
      return added.id;
    });
    queue.wake();
    const [made] = await shown(student, id);
    return reply.code(201).send(required(made, 'The new request'));
  });

  implement(api, withdrawMyLeaveRequest, async ({ params: { id }, user }, reply) => {
    const withdrawn = await database
      .updateTable('leave_request')
      .set({
        state: 'withdrawn',
        decided_at: clock.now().toString(),
        supporting_document: null,
      })
      .where('id', '=', id)
      .where('student_id', '=', ownStudent(user))
      .where('state', '=', 'requested')
      .returning('id')
      .executeTakeFirst();
    if (!withdrawn)
      throw new ApiError(404, { detail: 'This request was decided or withdrawn before.' });
    await files.removeReleased().catch(() => {});
    return reply.code(204).send(null);
  });
}

function assertWithinReach(
  today: string,
  { leave_from, leave_to }: { leave_from: string; leave_to: string },
): void {
  const daysFrom = (date: string) => Temporal.PlainDate.from(today).until(date).days;
  const errors = {
    ...(daysFrom(leave_from) < -reach.back && {
      leave_from: [`must be at most ${reach.back} days ago`],
    }),
    ...(daysFrom(leave_to) > reach.ahead && { leave_to: ['must be within a year from today'] }),
  };
  if (Object.keys(errors).length > 0) throw new ApiError(400, errors);
}
