import { useState } from 'react';
import type { DeviceStore } from './device-store.ts';
import { waitingText } from './text.ts';

interface RemoveDeviceProps {
  store: DeviceStore;
  /** How many taps would be lost. */
  waiting: number;
  onRemoved: () => void;
}

/** This browser stops being a device, after a second press. */
export function RemoveDevice({ store, waiting, onRemoved }: RemoveDeviceProps) {
  const [isRemoving, setRemoving] = useState(false);

  async function remove(): Promise<void> {
    await store.clear();
    onRemoved();
  }

  return isRemoving ? (
    <>
      <p role="alert" className="problem">
        {waiting > 0
          ? `${waitingText(waiting)}. They will be lost. `
          : 'This browser stops being a device. '}
      </p>
      <button type="button" onClick={() => void remove()}>
        {waiting > 0 ? 'Lose them and remove' : 'Remove'}
      </button>
    </>
  ) : (
    <button type="button" onClick={() => setRemoving(true)}>
      Remove this device
    </button>
  );
}
