import { useEffect, useId, useRef, useState } from 'react';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { NewCodeForm } from './NewCodeForm.tsx';
import { PinForm } from './PinForm.tsx';
import { RemoveDevice } from './RemoveDevice.tsx';
import { SoundChoice } from './SoundChoice.tsx';
import type { Panel } from './text.ts';
import { TypedIdForm } from './TypedIdForm.tsx';
import { useIdle } from './useIdle.ts';

/** Settings of this device, after its PIN. */
export function SettingsDialog({
  store,
  device,
  panel,
  onTyped,
  waiting,
  onClose,
  onEnrolled,
  onRemoved,
}: {
  store: DeviceStore;
  device: DeviceState;
  /** The answer to the last tap. */
  panel: Panel;
  onTyped: (id: string) => void;
  waiting: number;
  onClose: () => void;
  onEnrolled: (device: DeviceState) => Promise<void>;
  onRemoved: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useIdle(onClose);

  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>Settings of {device.name}</h2>
      {!isOpen ? (
        <PinForm store={store} device={device} onRight={() => setOpen(true)} />
      ) : (
        <>
          <TypedIdForm panel={panel} onTyped={onTyped} />
          <SoundChoice />
          <button
            type="button"
            onClick={() => {
              void document.documentElement.requestFullscreen();
              onClose();
            }}
          >
            Full screen
          </button>
          <NewCodeForm device={device} onEnrolled={onEnrolled} onClose={onClose} />
          <RemoveDevice store={store} waiting={waiting} onRemoved={onRemoved} />
        </>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
