import { useEffect, useState } from 'react';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { DoorPage } from './DoorPage.tsx';
import { EnrolPage } from './EnrolPage.tsx';

/** `/door/`: the page at the door of a room, in a browser that is a device and nothing else (R-DOOR-10). */
export function App({ store }: { store: DeviceStore }) {
  const [device, setDevice] = useState<DeviceState | null | undefined>(undefined);
  const [isOpenElsewhere, setOpenElsewhere] = useState(false);

  useEffect(() => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    // Two windows would read each card twice, and send the same numbers.
    void navigator.locks.request('attendance-door', { ifAvailable: true }, async (lock) => {
      if (!lock) {
        setOpenElsewhere(true);
        return;
      }
      setDevice((await store.read()) ?? null);
      await closed;
    });
    return close;
  }, [store]);

  if (isOpenElsewhere)
    return (
      <main className="narrow">
        <h1>Door</h1>
        <p role="alert">This page is open in another window of this browser.</p>
      </main>
    );
  if (device === undefined)
    return (
      <p className="wait" role="status">
        Please Wait
      </p>
    );
  const enrolled = async (next: DeviceState) => {
    await store.save(next);
    setDevice(next);
  };
  return device === null ? (
    <EnrolPage onEnrolled={enrolled} />
  ) : (
    <DoorPage
      store={store}
      device={device}
      onEnrolled={enrolled}
      onRemoved={() => setDevice(null)}
    />
  );
}
