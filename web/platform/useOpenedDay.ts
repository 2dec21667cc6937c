import { useState } from 'react';
import { useSession } from './SessionProvider.tsx';

/**
 * The institute's date on which a record was opened: a roll that is open at midnight stays the roll
 * of its day (R-DATE-5).
 */
export function useOpenedDay(id: number | undefined): string {
  const { today } = useSession().config;
  const [opened, setOpened] = useState({ id, day: today });
  if (opened.id === id) return opened.day;
  setOpened({ id, day: today });
  return today;
}
