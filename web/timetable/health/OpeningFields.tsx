import { useState } from 'react';
import { isTime } from '#contract/time-text.ts';
import { TimeInput } from '#web/ui/TimeInput.tsx';
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

const isPeriod = ({ open_from: from, open_to: to }: Record<'open_from' | 'open_to', string>) =>
  isTime(from) && isTime(to) && from < to;

/** The opening hours of rooms. */
export function OpeningFields({ search, onChange }: Props) {
  const [opening, setOpening] = useState({
    open_from: search.open_from ?? '08:00',
    open_to: search.open_to ?? '18:00',
  });
  const isValid = isPeriod(opening);
  return fields.map(({ name, label }) => (
    <TimeInput
      key={name}
      label={label}
      className={classes.short}
      value={opening[name]}
      error={name === 'open_to' && !isValid ? 'After the first' : undefined}
      onChange={(time) => {
        const next = { ...opening, [name]: time };
        setOpening(next);
        if (isPeriod(next)) onChange(next);
      }}
    />
  ));
}
