import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readDate, typedDate, typedForm } from '../format.ts';
import classes from './Form.module.css';
import { useFieldProps } from './form-context.ts';

interface DateFieldProps {
  /** The field's name in the body. */
  name: string;
  label: string;
  optional?: boolean;
  description?: string;
}

/** A date as the institute writes it, typed or chosen in the browser's own calendar. */
export function DateField({ name, label, optional, description }: DateFieldProps) {
  const { value, onChange, ...props } = useFieldProps(name);
  const date = typeof value === 'string' ? value : '';
  const calendar = useRef<HTMLInputElement>(null);
  /** The typed text; null when the field shows the date. */
  const [typing, setTyping] = useState<string | null>(null);
  const shown = readDate(date) === date && date !== '' ? typedDate(date) : date;

  return (
    <TextInput
      {...props}
      label={label}
      description={description}
      withAsterisk={!optional}
      autoComplete="off"
      inputMode="numeric"
      placeholder={typedForm()}
      value={typing ?? shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyping(text);
        // Invalid text stays in the form, whose validation reports it.
        onChange(readDate(text) ?? text);
      }}
      onBlur={() => setTyping(null)}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            aria-label="Choose a date"
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} aria-hidden="true" />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            className={classes.calendar}
            value={readDate(date) ?? ''}
            onChange={(event) => {
              setTyping(null);
              onChange(event.currentTarget.value);
            }}
          />
        </>
      }
    />
  );
}
