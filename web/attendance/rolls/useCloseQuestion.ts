import { useCallback, useEffect, useRef } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { isToBegin } from './gate.ts';

interface Closing {
  date: string;
  start_time: string;
  closeRoll: (rest: number[], confirm?: true) => void;
  /** Students without a mark, after what is under way. */
  rest: number[];
}

/** Closes the roll; asks first when that marks students absent before the class has begun (R-ROLL-26). */
export function useCloseQuestion({ date, start_time, closeRoll, rest: without }: Closing) {
  const session = useSession();
  const latest = useRef({ session, rest: without });
  useEffect(() => {
    latest.current = { session, rest: without };
  });
  return useCallback(async () => {
    const { session: user, rest } = latest.current;
    const { config, now } = user;
    const time = timeOfDay(now().toISOString(), config.time_zone);
    if (rest.length === 0 || !isToBegin({ date, start_time }, { today: config.today, time }))
      return closeRoll(rest);
    const closes = await confirm({
      title: `Mark ${rest.length} as absent and close?`,
      text: `This class begins at ${start_time}.`,
      yes: 'Mark absent and close',
      no: 'Go back',
      danger: true,
    });
    if (closes) closeRoll(rest, true);
  }, [date, start_time, closeRoll]);
}
