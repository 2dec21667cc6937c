import { ActionIcon } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { saveSound, soundIsOn } from '#web/platform/reader/sound.ts';

/** Switches the sounds of this browser on and off. */
export function SoundSwitch() {
  const [sound, setSound] = useState(soundIsOn);

  function switchSound() {
    saveSound(!sound);
    setSound(!sound);
  }

  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label="Sound"
      title={sound ? 'Sound is on' : 'Sound is off'}
      aria-pressed={sound}
      onClick={switchSound}
    >
      {sound ? (
        <IconVolume size={16} aria-hidden="true" />
      ) : (
        <IconVolumeOff size={16} aria-hidden="true" />
      )}
    </ActionIcon>
  );
}
