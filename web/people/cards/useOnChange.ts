import { useState } from 'react';

/** Resets state while rendering, when a value has changed since the last render. */
export function useOnChange(value: unknown, reset: () => void): void {
  const [shown, setShown] = useState(value);
  if (shown === value) return;
  setShown(value);
  reset();
}
