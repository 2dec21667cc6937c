import { useCallback, useState } from 'react';
import { withGroup } from '#contract/class-name.ts';
import { getMyHistory } from '#contract/attendance/my-attendance.endpoints.ts';
import { request } from '../platform/api.ts';
import { Problem } from './Problem.tsx';
import { dayText, markClass, markText } from './text.ts';
import { useLoaded } from './useLoaded.ts';

const perPage = 30;

/** All classes so far with their marks, the latest first. */
export function HistoryPanel({ locale }: { locale: string }) {
  const [page, setPage] = useState(1);
  const load = useCallback(
    () => request(getMyHistory, { query: { limit: perPage, page } }),
    [page],
  );
  const { data, error, reload } = useLoaded(load);
  return (
    <section aria-label="History" aria-busy={!data}>
      <h2>History</h2>
      {error && <Problem error={error} onRetry={reload} />}
      {!data && !error && (
        <p className="wait" role="status">
          Please Wait
        </p>
      )}
      {data?.total === 0 && <p className="empty">No class was held yet.</p>}
      <ul>
        {data?.results.map((row) => (
          <li key={`${row.date} ${row.start_time} ${row.subject_code}`} className="card">
            <p className="time">
              {dayText(row.date, locale)}
              <br />
              {row.start_time}
            </p>
            <div>
              <p>
                <b>{row.subject_name}</b>{' '}
                <span className="dim">{withGroup(row.subject_code, row.group_name)}</span>
              </p>
              <p className={markClass(row.status, row.excused)}>
                {markText({ ...row, mark: row.status })}
                {row.how === 'qr' && <span className="dim"> by QR code</span>}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {data && data.total > perPage && (
        <div className="row">
          <button type="button" disabled={data.previous === null} onClick={() => setPage(page - 1)}>
            Later
          </button>
          <p className="dim">
            Page {page} of {Math.ceil(data.total / perPage)}
          </p>
          <button type="button" disabled={data.next === null} onClick={() => setPage(page + 1)}>
            Earlier
          </button>
        </div>
      )}
    </section>
  );
}
