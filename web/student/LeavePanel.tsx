import {
  getMyLeaveRequests,
  withdrawMyLeaveRequest,
} from '#contract/attendance/my-attendance.endpoints.ts';
import type { MyLeaveRequest } from '#contract/attendance/leave-request.ts';
import { leaveRequestTitles } from '#contract/attendance/leave-request-states.ts';
import { useCallback, useState } from 'react';
import { ApiError, request } from '../platform/api.ts';
import { LeaveForm } from './LeaveForm.tsx';
import { Problem } from './Problem.tsx';
import { dayText, instantText } from './text.ts';
import { useLoaded, withToken } from './useLoaded.ts';

interface LeavePanelProps {
  locale: string;
  timeZone: string;
  today: string;
}

/** Leave requests with their states, and a new one (R-LEAVE-1). */
export function LeavePanel({ locale, timeZone, today }: LeavePanelProps) {
  const load = useCallback(() => request(getMyLeaveRequests), []);
  const { data, error, reload } = useLoaded(load);
  const [problem, setProblem] = useState<ApiError>();

  async function withdraw(id: number) {
    setProblem(undefined);
    try {
      await withToken(() => request(withdrawMyLeaveRequest, { params: { id } }));
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure : new ApiError(0, {}));
    }
    reload();
  }
  return (
    <section aria-label="Leave" aria-busy={!data}>
      <h2>Leave requests</h2>
      <LeaveForm today={today} onSent={reload} />
      {error && <Problem error={error} onRetry={reload} />}
      {problem && <Problem error={problem} />}
      {!data && !error && (
        <p className="wait" role="status">
          Please Wait
        </p>
      )}
      {data?.results.length === 0 && <p className="empty">You have no requests yet.</p>}
      <ul>
        {data?.results.map((one) => (
          <li key={one.id} className="card block">
            <div className="row">
              <h3>
                {dayText(one.leave_from, locale)} – {dayText(one.leave_to, locale)}
              </h3>
              <p className={`state ${one.state}`}>{leaveRequestTitles[one.state]}</p>
            </div>
            <p>{one.reason_for_leave}</p>
            {one.answer && (
              <p>
                <b>Answer:</b> {one.answer}
              </p>
            )}
            <p className="dim">{timesText(one, locale, timeZone)}</p>
            <div className="row">
              {one.supporting_document && (
                <a href={one.supporting_document} download>
                  Document
                </a>
              )}
              {one.state === 'requested' && (
                <button type="button" onClick={() => void withdraw(one.id)}>
                  Withdraw
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const timesText = (one: MyLeaveRequest, locale: string, timeZone: string): string =>
  [
    `Requested ${instantText(one.requested_at, locale, timeZone)}`,
    ...(one.decided_at === null
      ? []
      : [
          `${leaveRequestTitles[one.state].toLowerCase()} ${instantText(one.decided_at, locale, timeZone)}`,
        ]),
  ].join(', ');
