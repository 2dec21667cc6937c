import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LeaveRequest } from '#contract/attendance/leave-request.ts';
import { leaveRequestTitles } from '#contract/attendance/leave-request-states.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import { requestsOfStudent } from './queries.ts';

/** A student's leave requests with their decisions, for who reads approved leaves (R-LEAVE-1). */
export function StudentLeaveRequests({ student }: { student: number }) {
  const { time_zone } = useSession().config;
  const found = useQuery(requestsOfStudent(student));
  if (found.isPending) return <Text c="dimmed">Loading…</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results, total } = found.data;
  if (results.length === 0) return <Nothing />;
  return (
    <>
      <ul className="at-rows" aria-label="Leave requests">
        {results.map((row) => (
          <li key={row.id}>
            <div>
              <strong>
                {longDate(row.leave_from)} – {longDate(row.leave_to)}:{' '}
                {leaveRequestTitles[row.state]}
              </strong>
              <span>{row.reason_for_leave}</span>
              <small>{decisionOf(row, time_zone)}</small>
              {row.supporting_document && (
                <Anchor href={row.supporting_document} download size="sm">
                  Document of {longDate(row.leave_from)}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ul>
      {(total > results.length || results.some(({ state }) => state === 'requested')) && (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/leave-requests" />}>
          All leave requests
        </Anchor>
      )}
    </>
  );
}

/** When it was requested, and who decided what, in words. */
const decisionOf = (
  { requested_at, decided_at, decided_by, answer }: LeaveRequest,
  timeZone: string,
): string =>
  [
    `requested ${moment(requested_at, timeZone)}`,
    decided_at && `decided ${moment(decided_at, timeZone)}${decided_by ? ` by ${decided_by}` : ''}`,
    answer && `“${answer}”`,
  ]
    .filter(Boolean)
    .join(', ');
