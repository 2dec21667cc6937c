import { useEffect, useState, type FormEvent } from 'react';
import { withGroup } from '#contract/class-name.ts';
import { hasAttended, statusFacts, wasMissing } from '#contract/status.ts';
import { checkInByQr, claimQr } from '#contract/attendance/qr.endpoints.ts';
import type { QrCheckedIn } from '#contract/attendance/qr.ts';
import { ApiError, request } from '../platform/api.ts';
import { storeClaim, storedClaim, takeScan } from './claim.ts';
import { isSignedIn, loadConfig, signIn } from './session.ts';
import { withToken } from './useLoaded.ts';

type State =
  | { is: 'busy'; text: string }
  | { is: 'form'; problem?: string }
  | { is: 'done'; result: QrCheckedIn; timeZone: string };

/** Check-in by a scanned code (`/q#…`), or by the digits below it (R-QR-3, R-QR-4). */
export function CheckInPage() {
  const [state, setState] = useState<State>({ is: 'busy', text: 'Please Wait' });
  useEffect(() => {
    start().then(setState, (error: unknown) => setState(failed(error)));
    // A further scan that the browser opens in the same tab changes nothing but the fragment.
    const again = () => location.reload();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get('code');
    setState({ is: 'busy', text: 'Checking in' });
    try {
      setState(await redeem({ code: typeof code === 'string' ? code : '' }));
    } catch (error) {
      setState(failed(error));
    }
  }
  return (
    <main className="narrow">
      <h1>Check-in</h1>
      {state.is === 'busy' && (
        <p className="wait" role="status">
          {state.text}
        </p>
      )}
      {state.is === 'done' && <Done {...state} />}
      {state.is === 'form' && (
        <>
          {state.problem && (
            <p className="alert" role="alert">
              {state.problem}
            </p>
          )}
          <p>Scan the code that is shown in the room, or type the digits below it.</p>
          <form onSubmit={(event) => void submit(event)}>
            <label htmlFor="code">Digits</label>
            <input
              id="code"
              name="code"
              className="digits"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              required
            />
            <button type="submit" className="primary">
              Check in
            </button>
          </form>
        </>
      )}
      <p>
        <a href="/me">My attendance</a>
      </p>
    </main>
  );
}

/** Claims what was scanned, at once: the code is shown for seconds. Then signs in, or checks in. */
async function start(): Promise<State> {
  const token = takeScan();
  if (token !== null) {
    const { claim } = await request(claimQr, { body: { token }, anonymous: true });
    storeClaim(claim);
  }
  const claim = storedClaim();
  if (!isSignedIn()) {
    await signIn('/q');
    return { is: 'busy', text: 'Your scan is stored for five minutes. Signing in' };
  }
  return claim === null ? { is: 'form' } : redeem({ claim });
}

async function redeem(body: { claim: string } | { code: string }): Promise<State> {
  const [result, { time_zone }] = await Promise.all([
    withToken(() => request(checkInByQr, { body })),
    loadConfig(),
  ]);
  storeClaim(null);
  return { is: 'done', result, timeZone: time_zone };
}

function failed(error: unknown): State {
  // A claim that was refused is refused again; without the network it waits.
  if (error instanceof ApiError && !error.isRetryable) storeClaim(null);
  const problem = error instanceof ApiError ? error.message : 'This did not work. Try again.';
  return { is: 'form', problem };
}

function Done({ result, timeZone }: { result: QrCheckedIn; timeZone: string }) {
  const time = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(result.arrived_at));
  if (result.held) return <Held result={result} time={time} />;
  const late = result.late_minutes === null ? '' : `, ${result.late_minutes} minutes late`;
  return (
    <div className={`result ${hasAttended(result.status) ? 'ok' : 'not'}`} role="status">
      <p className="rate">
        {statusFacts[result.status].sign} {result.status}
        {late}
      </p>
      <p>
        <b>
          {result.subject_name} ({withGroup(result.subject_code, result.group_name)})
        </b>
        , {result.start_time} – {result.end_time}, room {result.room_number}
      </p>
      <p>
        {result.already ? 'You were checked in already, at' : 'Arrived at'} {time}
      </p>
      {wasMissing(result.status) && <p>You came after the time until which students are let in.</p>}
      <p className="dim">
        The code says that this phone had it while it was shown. It does not prove who holds the
        phone: your teacher may look.
      </p>
    </div>
  );
}

/** The class was archived, or has another day, since the code was scanned (R-QR-3). */
function Held({ result, time }: { result: QrCheckedIn; time: string }) {
  return (
    <div className="result" role="status">
      <p className="rate">Saved at {time}</p>
      <p>
        <b>
          {result.subject_name} ({result.subject_code})
        </b>
        , {result.start_time} – {result.end_time}, room {result.room_number}
      </p>
      <p>
        This class was changed after you scanned the code, and does not take place now. An
        administrator decides whether you are marked.
      </p>
    </div>
  );
}
