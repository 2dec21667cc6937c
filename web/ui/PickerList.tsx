import { Pill } from '@mantine/core';
import { Picker } from './Picker.tsx';
import type { PickerSource } from './picker.ts';
import { useOption } from './usePickerOptions.ts';
import classes from './Picker.module.css';

interface PickerListProps {
  label: string;
  source: PickerSource;
  values: number[];
  onChange: (ids: number[]) => void;
  failure?: string;
}

/** Chooses several of many: chosen ones are listed below, and removed there. */
export function PickerList({ values, onChange, ...picker }: PickerListProps) {
  return (
    <div>
      <Picker
        {...picker}
        value={null}
        onChange={(id) => id !== null && !values.includes(id) && onChange([...values, id])}
      />
      {values.length > 0 && (
        <Pill.Group className={classes.chosen}>
          {values.map((id) => (
            <Chosen
              key={id}
              source={picker.source}
              id={id}
              remove={() => onChange(values.filter((other) => other !== id))}
            />
          ))}
        </Pill.Group>
      )}
    </div>
  );
}

function Chosen({ source, id, remove }: { source: PickerSource; id: number; remove: () => void }) {
  const label = useOption(source, id);
  return (
    <Pill
      withRemoveButton
      onRemove={remove}
      removeButtonProps={{ 'aria-label': `Remove ${label}`, 'aria-hidden': false, tabIndex: 0 }}
    >
      {label}
    </Pill>
  );
}
