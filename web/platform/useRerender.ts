import { useEffect, useState } from 'react';

const rerenderMs = 15_000;

/** Renders again every 15 s while what is shown depends on the clock. */
export function useRerender(dependsOnClock: boolean): void {
  const [, rerender] = useState(0);
  useEffect(() => {
    if (!dependsOnClock) return;
    const timer = setInterval(() => rerender((times) => times + 1), rerenderMs);
    return () => clearInterval(timer);
  }, [dependsOnClock]);
}
