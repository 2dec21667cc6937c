import { checkIn, withdrawCheckIn } from '#contract/pay/payroll.endpoints.ts';
import { fullName } from '#contract/person-name.ts';
import { messages } from '#contract/texts.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { ApiError, forbidden, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import { implement } from '#server/platform/http/implement.ts';
import { publishClass } from '#server/school/live-marks.ts';
import { instantAt } from '#server/school/when.ts';
import { canSeeAllLogs, isOwn, type ReadLog } from './own.ts';
import { recordHistory } from './history-store.ts';
import { recordCheckIn } from './record-check-in.ts';
import { findClassToPay, placeTaken, type ClassToPay } from './queries.ts';
import { lockLogs, removeLog } from './line-changes.ts';

/** Users who may enter a check-in for somebody else. */
const entersForOthers = (user: CurrentUser): boolean =>
  can(user.permissions, 'Timesheet Admin Portal', 'add');

/**
 * A teacher checks in to a class, once per place of a class and date, and may withdraw it while it is
 * pending.
 */
export function checkInRoutes(
  api: Api,
  context: AppContext,
  { readLog }: { readLog: ReadLog },
): void {
  const { database, clock, settings, live } = context;
  implement(api, checkIn, async ({ body, user }, reply) => {
    const { class_schedule, date, teacher_id, confirm_overlap } = body;
    assertCanEnter({ teacher_id, confirm_overlap }, user);
    const taught = await findClassToPay(database, class_schedule, date);
    if (!taught) throw validationError('class_schedule', 'This class does not exist');
    if (taught.problem === 'archived')
      throw validationError('class_schedule', 'This class is archived');
    if (taught.problem) throw validationError('date', messages.noClass);
    assertWithinTime(taught, date, user);
    // A teacher who takes the roll is paid for it; a user who does not teach enters the check-in
    // for the class's teacher.
    const wanted = teacher_id ?? user.teacherId;
    const place = placeTaken(taught, { teacher: wanted ?? 0, place: body.place });
    if (!place) throw validationError('place', 'is not a teacher of this class on this date');
    if (place.is_away)
      throw new ApiError(409, { detail: 'The others teach this class: no check-in is expected.' });
    const teacher = wanted ?? place.teacher_id;

    const { id, fresh } = await recordCheckIn(context, {
      class_schedule,
      date,
      place,
      teacher,
      user: user.id,
      at: clock.now().toString(),
      isOwn: teacher === user.teacherId,
      maySettle: entersForOthers(user),
      confirm_overlap,
    });
    const log = await readLog(id, user);
    // The teacher of the place sees who stood in; another stand-in does not (R-TEACH-2).
    const isTheirs = [log.teacher.id, log.class_teacher.id].includes(teacher);
    if (!isTheirs && !canSeeAllLogs(user))
      throw new ApiError(409, {
        detail: `${fullName(log.teacher)} is checked in to this class already.`,
      });
    return reply.code(fresh ? 201 : 200).send(log);
  });

  implement(api, withdrawCheckIn, async ({ params: { id }, user }, reply) => {
    const gone = await inTransaction(database, async (trx) => {
      const [log] = await lockLogs(trx, [id]);
      if (!log) throw notFound('This check-in');
      if (!isOwn(log, user) && !can(user.permissions, 'Timesheet Admin Portal', 'delete')) {
        // As for a check-in that does not exist: nothing says which numbers are others'.
        throw notFound('This check-in');
      }
      if (log.status === 'completed')
        throw new ApiError(409, {
          detail: 'This check-in is completed. It can only be withdrawn once it is reopened.',
        });
      await recordHistory(trx, [log], {
        what: 'withdrawn',
        changes: [],
        reason: null,
        by: user.id,
        at: clock.now().toString(),
      });
      await removeLog(trx, id);
      return log;
    });
    publishClass(live, gone.class_schedule_id, gone.date);
    return reply.code(204).send(null);
  });

  /** A teacher checks in for themselves; all other check-ins are entered by accounts. */
  function assertCanEnter(
    given: { teacher_id: number | undefined; confirm_overlap: boolean | undefined },
    user: CurrentUser,
  ): void {
    if (entersForOthers(user)) return;
    if (user.teacherId === null)
      throw forbidden('Only a teacher checks in. Accounts enters check-ins for others.');
    if (given.teacher_id !== undefined && given.teacher_id !== user.teacherId)
      throw forbidden('A check-in is made in one’s own name.');
    if (given.confirm_overlap)
      throw forbidden('Only accounts enters two check-ins of one teacher at the same time.');
  }

  /**
   * Teachers check in around their class; accounts enters forgotten check-ins, but none of future
   * classes.
   */
  function assertWithinTime(taught: ClassToPay, date: string, user: CurrentUser): void {
    const minutes = settings.current().check_in_before_minutes;
    const opens = instantAt(date, taught.start_time, clock.timeZone).subtract({
      minutes,
    });
    const early = Temporal.Instant.compare(clock.now(), opens) < 0;
    if (early && date > clock.today()) throw validationError('date', 'This class is still to come');
    const late = date < clock.today();
    if ((early || late) && !entersForOthers(user)) {
      throw validationError(
        'date',
        `Check-in is open from ${minutes} minutes before the class until the end of the day`,
      );
    }
  }
}
