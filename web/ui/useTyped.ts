import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * A field that can be typed in without waiting: what is typed is sent after a pause, and the field
 * follows the address, such as after the browser's *Back*.
 * @param value of the address.
 * @returns the content of the field, and what its change calls.
 */
export function useTyped<Value extends string | number>(
  value: Value,
  send: (next: Value) => void,
  pauseMs = 250,
): [Value, (next: Value) => void] {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const later = useDebouncedCallback((next: Value) => {
    sent.current = next;
    send(next);
  }, pauseMs);
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  return [
    typed,
    (next) => {
      setTyped(next);
      later(next);
    },
  ];
}
