import { messages } from '#contract/texts.ts';
import { requestCheckIn } from '#contract/pay/payroll.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { findMissing } from './missing.ts';
import { findClassToPay, findLogOf, lockTeacher, placeTaken, saveRequest } from './queries.ts';
import { teachesClass } from '#server/school/meetings.ts';

/**
 * A teacher asks accounts to enter the check-in of a past class of theirs. The last message
 * is the one that counts.
 */
export function requestRoutes(api: Api, { database, clock }: AppContext): void {
  implement(
    api,
    requestCheckIn,
    async ({ body: { class_schedule, date, message }, user }, reply) => {
      const teacher = user.teacherId;
      if (teacher === null) throw notFound('This class of yours');
      const only = {
        from: date,
        to: date,
        teacher: [teacher],
        class_schedule: [class_schedule],
        search: '',
        limit: 1,
        page: 1,
        ordering: 'date',
      };
      const { row, created } = await inTransaction(database, async (trx) => {
        // Check-ins of the teacher wait: none is entered between the check and the request.
        await lockRows(trx, 'class', [class_schedule], 'key share');
        await lockTeacher(trx, teacher);
        if ((await findMissing(trx, clock, only)).total === 0) {
          // For other classes the response is always the same, with or without a check-in.
          const own = await trx
            .selectFrom('class_schedule as c')
            .select('id')
            .where('id', '=', class_schedule)
            .where(teachesClass(teacher, 'c'))
            .executeTakeFirst();
          if (!own) throw notFound('This class of yours');
          const taught = await findClassToPay(trx, class_schedule, date);
          const place = taught && placeTaken(taught, { teacher });
          if (place && (await findLogOf(trx, class_schedule, date, place)) !== undefined)
            throw new ApiError(409, { detail: 'There is a check-in for this class.' });
          throw validationError('date', 'No check-in is missing for this class on this date');
        }
        const created = await saveRequest(trx, {
          class_schedule_id: class_schedule,
          date,
          teacher_id: teacher,
          message,
          requested_by: user.id,
          requested_at: clock.now().toString(),
        });
        const { rows } = await findMissing(trx, clock, only);
        const [row] = rows;
        // Its students have left it in the same moment: no roll, and no check-in, is expected.
        if (!row) throw new ApiError(409, { detail: messages.changedMeanwhile });
        return { row, created };
      });
      return reply.code(created ? 201 : 200).send(row);
    },
  );
}
