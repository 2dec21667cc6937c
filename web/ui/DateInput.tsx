import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readDate, typedDate, typedForm } from './format.ts';
import classes from './form/Form.module.css';

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or typed text that is not a date. */
  value: string;
  onChange: (text: string) => void;
  /** A date was chosen in the calendar. */
  onPick?: (date: string) => void;
}

/** A date as the institute writes it, typed or chosen in the browser's own calendar. */
export function DateInput({ value, onChange, onPick, onBlur, ...input }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null);
  /** The typed text; null when the field shows the date. */
  const [typing, setTyping] = useState<string | null>(null);
  const shown = readDate(value) === value && value !== '' ? typedDate(value) : value;
  return (
    <TextInput
      {...input}
      autoComplete="off"
      inputMode="numeric"
      placeholder={typedForm()}
      value={typing ?? shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyping(text);
        // Invalid text stays, and is reported.
        onChange(readDate(text) ?? text);
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
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
            value={readDate(value) ?? ''}
            onChange={(event) => {
              setTyping(null);
              onChange(event.currentTarget.value);
              onPick?.(event.currentTarget.value);
            }}
          />
        </>
      }
    />
  );
}
