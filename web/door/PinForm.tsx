import { useState, type FormEvent } from 'react';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { isRightPin, noWrongPins, oneMoreWrong } from './pin.ts';
import { PinField, Problem } from './PinField.tsx';

interface PinFormProps {
  store: DeviceStore;
  device: DeviceState;
  onRight: () => void;
}

/** Asks for the PIN of this device. */
export function PinForm({ store, device, onRight }: PinFormProps) {
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPin('');
    const wrong = (await store.read())?.wrong_pins ?? noWrongPins;
    if (Date.now() < wrong.until) {
      setProblem('Too many wrong PINs: wait.');
      return;
    }
    if (await isRightPin(pin, device.pin)) {
      await store.saveWrongPins(noWrongPins);
      onRight();
      return;
    }
    await store.saveWrongPins(oneMoreWrong(wrong, Date.now()));
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
