import { useEffect } from 'react';

/** Shows the panel that the address names (`#letters`), once it is drawn. */
export function useScrollToHash(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn && location.hash)
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [isDrawn]);
}
