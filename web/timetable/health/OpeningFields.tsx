import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { HealthSearch } from './search.ts';
import classes from './Health.module.css';

interface Props {
  search: HealthSearch;
  /** Called with times of which the second is after the first. */
  onChange: (opening: { open_from: string; open_to: string }) => void;
}

const fields = [
  { name: 'open_from', label: 'Open from' },
  { name: 'open_to', label: 'Open until' },
] as const;

/** The opening hours of rooms. */
export function OpeningFields({ search, onChange }: Props) {
  const [opening, setOpening] = useState({
    open_from: search.open_from ?? '08:00',
    open_to: search.open_to ?? '18:00',
  });
  const isValid = opening.open_from !== '' && opening.open_from < opening.open_to;
  return fields.map(({ name, label }) => (
    <TextInput
      key={name}
      type="time"
      label={label}
      className={classes.short}
      value={opening[name]}
      error={name === 'open_to' && !isValid ? 'After the first' : undefined}
      onChange={(event) => {
        const next = { ...opening, [name]: event.currentTarget.value };
        setOpening(next);
        if (next.open_from !== '' && next.open_from < next.open_to) onChange(next);
      }}
    />
  ));
}
