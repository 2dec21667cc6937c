import { useId, useState, type FormEvent } from 'react';
import { enrolTablet } from '#contract/attendance/devices.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import type { DeviceState } from './device-store.ts';
import { isPin, storedPin } from './pin.ts';
import { PinField, Problem } from './PinField.tsx';

/** The code of a QR code, which opens this page with it. */
const codeOfAddress = (): string => {
  const code = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  return code;
};

/** A browser becomes a device: by the code that an administrator reads out, and a PIN. */
export function EnrolPage({ onEnrolled }: { onEnrolled: (device: DeviceState) => Promise<void> }) {
  const id = useId();
  const [code, setCode] = useState(codeOfAddress);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  // Who is signed in here would leave their access to everybody at the door.
  if (sessionStorage.getItem('access_token') !== null || localStorage.getItem('role') !== null)
    return (
      <main className="narrow">
        <h1>Door</h1>
        <p role="alert">
          A user is signed in to this browser. Log out first: a device at a door opens no other
          page.
        </p>
        <p>
          <a href="/">To Attendance</a>
        </p>
      </main>
    );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isPin(pin)) {
      setProblem('The PIN is four to eight digits.');
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      const device = await request(enrolTablet, { body: { code }, anonymous: true });
      await onEnrolled({ ...device, sequence: 0, pin: await storedPin(pin) });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This did not work. Try again.');
      setBusy(false);
    }
  }

  return (
    <main className="narrow">
      <h1>Door</h1>
      <p>
        This browser becomes the device of a room, and opens no other page of Attendance. Enter the
        code that an administrator makes under <em>Devices</em>.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={`${id}-code`}>Code</label>
        <input
          id={`${id}-code`}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <PinField
          label="PIN for this device’s settings, four to eight digits"
          value={pin}
          onChange={setPin}
          isNew
        />
        <Problem text={problem} />
        <button type="submit" disabled={isBusy}>
          Start
        </button>
      </form>
    </main>
  );
}
