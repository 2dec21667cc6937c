import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { saveSound, soundIsOn } from '#web/platform/reader/sound.ts';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { isRightPin } from './pin.ts';
import { waitingText } from './text.ts';

/** Wrong PINs in a row, after which the dialog closes. */
const tries = 3;

/** Settings of this device, after its PIN. */
export function SettingsDialog({
  store,
  device,
  waiting,
  onClose,
  onRemoved,
}: {
  store: DeviceStore;
  device: DeviceState;
  waiting: number;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [pin, setPin] = useState('');
  const [wrong, setWrong] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(soundIsOn);
  const [isRemoving, setRemoving] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await isRightPin(pin, device.pin)) setOpen(true);
    else if (wrong + 1 >= tries) onClose();
    else setWrong(wrong + 1);
    setPin('');
  }

  async function remove(): Promise<void> {
    await store.clear();
    onRemoved();
  }

  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>Settings of {device.name}</h2>
      {!isOpen ? (
        <form onSubmit={(event) => void enter(event)}>
          <label htmlFor={`${id}-pin`}>PIN</label>
          <input
            id={`${id}-pin`}
            value={pin}
            onChange={(event) => setPin(event.target.value)}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            required
            autoFocus
          />
          {wrong > 0 && (
            <p role="alert" className="problem">
              This is not the PIN.
            </p>
          )}
          <button type="submit">Open</button>
        </form>
      ) : (
        <>
          <label className="switch">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) => {
                saveSound(event.target.checked);
                setOn(event.target.checked);
              }}
            />{' '}
            Sound
          </label>
          <button
            type="button"
            onClick={() => {
              void document.documentElement.requestFullscreen();
              onClose();
            }}
          >
            Full screen
          </button>
          {isRemoving ? (
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
          )}
        </>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
