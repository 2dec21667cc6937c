import { useState } from 'react';

/** Resets state while rendering, when a value has changed since the last render. */
export function useOnChange<Value>(value: Value, reset: () => void): void {
  const [shown, setShown] = useState(value);
  if (shown === value) return;
  setShown(value);
  reset();
}
