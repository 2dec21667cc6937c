import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { parseWeeks, weeksText } from '#contract/weeks.ts';

interface WeeksInputProps {
  /** `1-6,8`; nothing: every week. */
  value: string | undefined;
  onChange: (weeks: string | undefined) => void;
  /** Called with what is wrong with a text that cannot be read, as it is typed; null for none. */
  onProblem?: (problem: string | null) => void;
}

/** A field for weeks of a semester, which takes effect when it is left or with Enter. */
export function WeeksInput({ value = '', onChange, onProblem }: WeeksInputProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The browser's Back, or a link.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const read = (typed: string) => (typed.trim() === '' ? [] : parseWeeks(typed));
  const parsed = read(text);
  const error = typeof parsed === 'string' ? parsed : undefined;
  const take = () => {
    if (typeof parsed === 'string') return;
    const next = weeksText(parsed);
    setText(next);
    if (next !== value) onChange(next || undefined);
  };
  return (
    <TextInput
      label="Weeks"
      placeholder="All, or 1-6,8"
      value={text}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        const weeks = read(typed);
        onProblem?.(typeof weeks === 'string' ? weeks : null);
      }}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      autoComplete="off"
    />
  );
}
