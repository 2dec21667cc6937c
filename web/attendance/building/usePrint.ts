import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Draws what is printed just before it is: thousands of rows that no screen shows.
 * @returns whether to draw it now, and what prints.
 */
export function usePrint(): [boolean, () => void] {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return [isPrinting, () => window.print()];
}
