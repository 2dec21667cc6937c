import { useEffect, useRef } from 'react';
import { useSession } from './SessionProvider.tsx';

/** Moves a page whose address names today on to the next day at midnight (R-DATE-5). */
export function useNewDay(shown: string | undefined, go: (today: string) => void): void {
  const { today } = useSession().config;
  const last = useRef(today);
  useEffect(() => {
    const before = last.current;
    last.current = today;
    if (before !== today && shown === before) go(today);
  });
}
