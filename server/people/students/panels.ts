import { listFollowUps } from '#contract/standing/follow-ups.endpoints.ts';
import { listGuardians } from '#contract/people/guardians.endpoints.ts';
import { listLeaveRequests } from '#contract/attendance/leave-requests.endpoints.ts';
import { listLetters } from '#contract/messages/letters.endpoints.ts';
import { listMessagesOfStudent } from '#contract/messages/student-messages.endpoints.ts';
import type { Access } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { canAny } from '#contract/permissions.ts';
import type { StudentPanels } from '#contract/people/student-details.ts';
import type { AppContext } from '#server/app-context.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { Page } from '#server/platform/http/lists.ts';
import { cardsOfStudent } from '../cards/queries.ts';
import { findFollowUps } from '#server/standing/index.ts';
import { guardiansOf } from '../guardians/queries.ts';
import { pageOfRequests } from '#server/attendance/index.ts';
import { kindsOf, lettersOf, messagesOf, stopOfStudent } from '#server/messages/index.ts';
import { mergesOf } from '../merge/queries.ts';

const first = (limit: number) => ({ limit, page: 1, search: '' });
const presented = <Row>({ rows, total }: Page<Row>) => ({ results: rows, total });

/** What the panels of a student's page show, as the calls of their own answer it. */
export async function panelsOf(
  { database, clock, files, settings }: AppContext,
  student: number,
  user: CurrentUser,
): Promise<StudentPanels> {
  const now = { user, today: clock.today(), terms: settings.current() };
  const allowed = async <T>(call: { access: Access }, read: () => Promise<T>): Promise<T | null> =>
    typeof call.access !== 'string' && canAny(user.permissions, call.access) ? read() : null;
  // One after the other: a call uses one connection.
  return {
    merges: await mergesOf(database, student),
    cards: { results: await cardsOfStudent(database, student) },
    follow_ups: await allowed(listFollowUps, async () =>
      presented(
        await findFollowUps(
          database,
          {
            ...first(limits.pageSize),
            of: 'all',
            state: 'all',
            student: [student],
            ordering: '-begun',
          },
          now,
        ),
      ),
    ),
    letters: await allowed(listLetters, async () =>
      presented(
        await lettersOf(
          database,
          { ...first(limits.panelRows), student: [student] },
          { kinds: kindsOf(user), timeZone: clock.timeZone },
        ),
      ),
    ),
    leave_requests: await allowed(listLeaveRequests, async () => {
      const { rows, total } = await pageOfRequests(
        database,
        { ...first(limits.panelRows), student, ordering: '-requested_at' },
        user,
      );
      return presented({
        rows: rows.map((row) => ({
          ...row,
          supporting_document: files.shortLink(row.supporting_document),
        })),
        total,
      });
    }),
    guardians: await allowed(listGuardians, () => guardiansOf(database, student, clock.today())),
    messages: await allowed(listMessagesOfStudent, async () => ({
      results: await messagesOf(database, student),
      stopped: await stopOfStudent(database, student),
    })),
  };
}
