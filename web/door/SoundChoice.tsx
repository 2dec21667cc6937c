import { useState } from 'react';
import { saveSound, soundIsOn } from '#web/platform/reader/sound.ts';

/** Whether this device sounds. */
export function SoundChoice() {
  const [isOn, setOn] = useState(soundIsOn);
  return (
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
  );
}
