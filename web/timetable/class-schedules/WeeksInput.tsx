import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { weeksText } from '#contract/weeks.ts';
import { readWeeks, useSemesterWeeks } from './typed-weeks.ts';

interface WeeksInputProps {
  /** The semester whose weeks they are, where one is chosen. */
  semester: number | null;
  /** `1-6,8`; nothing: every week. */
  value: string | undefined;
  onChange: (weeks: string | undefined) => void;
  /** Called with what is wrong with a text that cannot be read; null for nothing. */
  onProblem?: (problem: string | null) => void;
}

/** A field for weeks of a semester, which takes effect when it is left or with Enter. */
export function WeeksInput({ semester, value = '', onChange, onProblem }: WeeksInputProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The browser's Back, or a link.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const weeks = useSemesterWeeks(semester);
  const read = readWeeks(text, weeks);
  const take = () => {
    if ('error' in read) return;
    const next = weeksText(read);
    setText(next);
    if (next !== value) onChange(next || undefined);
  };
  const error = 'error' in read ? read.error : null;
  const field = useRef<HTMLInputElement>(null);
  const judge = useEffectEvent(() => {
    onProblem?.(error);
    // A word that was typed before its semester was chosen.
    if (document.activeElement !== field.current) take();
  });
  useEffect(() => judge(), [error]);
  return (
    <TextInput
      ref={field}
      label="Weeks"
      placeholder="All, 1-6,8 or odd"
      value={text}
      error={error}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      autoComplete="off"
    />
  );
}
