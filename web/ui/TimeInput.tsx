import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { timeTyped } from '#contract/time-text.ts';

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `HH:mm`, or typed text that is no time. */
  value: string;
  onChange: (text: string) => void;
}

/** A time of day on a clock of 24 hours, as everywhere on screen: the browser's own field follows its language. */
export function TimeInput({ value, onChange, onBlur, ...input }: TimeInputProps) {
  /** The typed text; null when the field shows the time. */
  const [typing, setTyping] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      autoComplete="off"
      inputMode="numeric"
      placeholder="hh:mm"
      value={typing ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyping(text);
        // What is no time stays, and is reported.
        onChange(timeTyped(text) ?? text);
      }}
      onBlur={(event) => {
        setTyping(null);
        onBlur?.(event);
      }}
    />
  );
}
