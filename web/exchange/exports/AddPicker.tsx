import { Button } from '@mantine/core';
import { useState } from 'react';
import { Picker } from '#web/ui/Picker.tsx';
import type { PickerSource } from '#web/ui/picker.ts';
import classes from './Exports.module.css';

/** A picker with a button that adds the selection. */
export function AddPicker({
  label,
  source,
  add,
}: {
  label: string;
  source: PickerSource;
  add: (id: number | null, label: string) => void;
}) {
  const [chosen, setChosen] = useState<{ id: number; label: string } | null>(null);
  return (
    <div className={classes.adding}>
      <Picker
        label={label}
        source={source}
        value={chosen?.id ?? null}
        onChange={(id, option) =>
          setChosen(id === null ? null : { id, label: option?.label ?? `#${id}` })
        }
      />
      <Button
        variant="default"
        aria-label={`Add ${label.toLowerCase()}`}
        onClick={() => {
          add(chosen?.id ?? null, chosen?.label ?? '');
          setChosen(null);
        }}
      >
        Add
      </Button>
    </div>
  );
}
