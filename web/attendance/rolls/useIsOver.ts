import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { isOverAt } from './gate.ts';
import { useRerender } from '#web/platform/useRerender.ts';

/** Whether a class on a date has ended, and the local time (`HH:mm`). */
export function useIsOver({ date, end_time }: { date: string; end_time: string }) {
  const { config, now } = useSession();
  const time = timeOfDay(now().toISOString(), config.time_zone);
  const isOver = isOverAt({ date, end_time }, { today: config.today, time });
  useRerender(!isOver);
  return { isOver, time };
}
