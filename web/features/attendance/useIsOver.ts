import { useEffect, useState } from 'react';
import { timeOfDay } from '#contract/messages.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';

const rerenderMs = 15_000;

/** Whether a class on a date has ended, and the local time (`HH:mm`). */
export function useIsOver({ date, end_time }: { date: string; end_time: string }) {
  const { config, now } = useSession();
  const [, rerender] = useState(0);
  const time = timeOfDay(now().toISOString(), config.time_zone);
  const isOver = date < config.today || (date === config.today && end_time <= time);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => rerender((times) => times + 1), rerenderMs);
    return () => clearInterval(timer);
  }, [isOver]);
  return { isOver, time };
}
