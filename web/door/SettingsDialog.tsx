import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { enrolTablet } from '#contract/attendance/devices.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { saveSound, soundIsOn } from '#web/platform/reader/sound.ts';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { isRightPin } from './pin.ts';
import { waitingText, type Panel } from './text.ts';
import { TypedIdForm } from './TypedIdForm.tsx';
import { PinField, Problem } from './PinField.tsx';

/** Wrong PINs in a row, after which none is taken for some time, and longer each time. */
const tries = 3;
const waitMs = 30_000;
/** The dialog closes without input: the next person does not find it open. */
const idleMs = 30_000;
const wrongPins = { count: 0, until: 0 };

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
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState('');
  const [code, setCode] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(soundIsOn);
  const [isRemoving, setRemoving] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    let timer = setTimeout(onClose, idleMs);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(onClose, idleMs);
    };
    // Not keys: the cards of who passes are keys as well.
    const inputs = ['input', 'focusin', 'pointerdown'];
    for (const input of inputs) addEventListener(input, again);
    return () => {
      clearTimeout(timer);
      for (const input of inputs) removeEventListener(input, again);
    };
  }, [onClose]);

  async function enter(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPin('');
    if (Date.now() < wrongPins.until) {
      setProblem('Too many wrong PINs: wait.');
      return;
    }
    if (await isRightPin(pin, device.pin)) {
      wrongPins.count = 0;
      setProblem('');
      setOpen(true);
      return;
    }
    wrongPins.count++;
    if (wrongPins.count % tries === 0)
      wrongPins.until = Date.now() + waitMs * 2 ** (wrongPins.count / tries - 1);
    setProblem('This is not the PIN.');
  }

  async function takeKey(event: FormEvent): Promise<void> {
    event.preventDefault();
    try {
      const enrolled = await request(enrolTablet, { body: { code }, anonymous: true });
      await onEnrolled({ ...device, ...enrolled });
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This did not work. Try again.');
    }
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
          <PinField label="PIN" value={pin} onChange={setPin} />
          <Problem text={problem} />
          <button type="submit">Open</button>
        </form>
      ) : (
        <>
          <TypedIdForm panel={panel} onTyped={onTyped} />
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
          <form onSubmit={(event) => void takeKey(event)}>
            <label htmlFor={`${id}-code`}>New code, for another key or room</label>
            <input
              id={`${id}-code`}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              autoComplete="off"
              maxLength={20}
              required
            />
            <Problem text={problem} />
            <button type="submit" className="quiet">
              Take the code
            </button>
          </form>
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
