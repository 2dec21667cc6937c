import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import { percentsOf, percentsText } from './values.ts';

interface PercentsFieldProps {
  name: string;
  label: string;
  description: string;
}

/** Whole percents, typed as "90, 85, 80". */
export function PercentsField({ name, ...texts }: PercentsFieldProps) {
  const { form } = useFormState();
  const { value, onChange: _typed, defaultValue: _default, ...props } = useFieldProps(name);
  const [typed, setTyped] = useState(percentsText(value));
  // What was typed stays as it is, until the value changes otherwise.
  const isTyped = percentsText(percentsOf(typed)) === percentsText(value);
  return (
    <TextInput
      {...props}
      {...texts}
      value={isTyped ? typed : percentsText(value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        form.setFieldValue(name, percentsOf(event.currentTarget.value));
      }}
      rightSection="%"
      autoComplete="off"
    />
  );
}
