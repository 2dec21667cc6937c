import { useState, type FormEvent } from 'react';
import type { DeviceState } from './device-store.ts';
import { isRightPin } from './pin.ts';
import { PinField, Problem } from './PinField.tsx';

/** Wrong PINs in a row, after which none is taken for some time, and longer each time. */
const tries = 3;
const waitMs = 30_000;
const wrongPins = { count: 0, until: 0 };

/** Asks for the PIN of this device. */
export function PinForm({ device, onRight }: { device: DeviceState; onRight: () => void }) {
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPin('');
    if (Date.now() < wrongPins.until) {
      setProblem('Too many wrong PINs: wait.');
      return;
    }
    if (await isRightPin(pin, device.pin)) {
      wrongPins.count = 0;
      onRight();
      return;
    }
    wrongPins.count++;
    if (wrongPins.count % tries === 0)
      wrongPins.until = Date.now() + waitMs * 2 ** (wrongPins.count / tries - 1);
    setProblem('This is not the PIN.');
  }

  return (
    <form onSubmit={(event) => void enter(event)}>
      <PinField label="PIN" value={pin} onChange={setPin} />
      <Problem text={problem} />
      <button type="submit">Open</button>
    </form>
  );
}
