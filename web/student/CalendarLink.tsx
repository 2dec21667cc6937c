import { useState } from 'react';
import {
  createMyCalendarLink,
  removeMyCalendarLink,
} from '#contract/attendance/my-attendance.endpoints.ts';
import { ApiError, request } from '../platform/api.ts';
import { withToken } from './useLoaded.ts';

/** A private link for the calendar of the phone; shown once (R-ME-3). */
export function CalendarLink({ since, onChange }: { since: string | null; onChange: () => void }) {
  const [url, setUrl] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      onChange();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This did not work. Try again.');
    } finally {
      setBusy(false);
    }
  }
  const make = () =>
    run(async () => {
      const made = await withToken(() => request(createMyCalendarLink, { body: {} }));
      setUrl(made.url);
    });
  const remove = () =>
    run(async () => {
      await withToken(() => request(removeMyCalendarLink));
      setUrl(undefined);
    });

  return (
    <details className="card block">
      <summary>Calendar link</summary>
      <p className="dim">
        Your classes in the calendar of your phone. Other people who have the link see them: do not
        pass it on. A new link ends the old one.
      </p>
      {problem && (
        <p className="alert" role="alert">
          {problem}
        </p>
      )}
      {url && (
        <label>
          Your link, shown only now
          <input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <div className="row">
        <button type="button" disabled={busy} onClick={() => void make()}>
          {since === null && url === undefined ? 'Make a link' : 'Make a new link'}
        </button>
        {since !== null && (
          <button type="button" disabled={busy} onClick={() => void remove()}>
            Remove
          </button>
        )}
      </div>
    </details>
  );
}
