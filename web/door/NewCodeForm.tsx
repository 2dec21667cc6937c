import { useId, useState, type FormEvent } from 'react';
import { enrolTablet } from '#contract/attendance/devices.endpoints.ts';
import { ApiError, request } from '#web/platform/api.ts';
import type { DeviceState } from './device-store.ts';
import { Problem } from './PinField.tsx';

interface NewCodeFormProps {
  device: DeviceState;
  onEnrolled: (device: DeviceState) => Promise<void>;
  onClose: () => void;
}

/** Enrols this device again, with a new code. */
export function NewCodeForm({ device, onEnrolled, onClose }: NewCodeFormProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');

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

  return (
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
  );
}
