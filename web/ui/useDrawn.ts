import { startTransition, useEffect, useState } from 'react';

/** Whether the first frame has been painted: content below the screen must not delay it. */
export function useDrawn(atOnce = false): boolean {
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    if (drawn) return;
    // A frame is painted once the next one begins.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setDrawn(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [drawn]);
  return drawn;
}
