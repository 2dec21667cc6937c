import { useCallback, useEffect, useRef } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { isOverAt, isToBegin } from './gate.ts';

interface Closing {
  date: string;
  start_time: string;
  end_time: string;
  /** How many students the roll has. */
  students: number;
  closeRoll: (rest: number[], confirm?: true) => void;
  /** Students without a mark, after what is under way. */
  rest: number[];
}

/**
 * Closes the roll; asks first when that marks students absent before the class has begun, and most of them
 * while it goes on (R-ROLL-26).
 */
export function useCloseQuestion(closing: Closing) {
  const session = useSession();
  const latest = useRef({ session, closing });
  useEffect(() => {
    latest.current = { session, closing };
  });
  return useCallback(async () => {
    const { rest, closeRoll, ...of } = latest.current.closing;
    const { config, now } = latest.current.session;
    const time = timeOfDay(now().toISOString(), config.time_zone);
    const moment = { today: config.today, time };
    const isEarly = isToBegin(of, moment);
    const isMost = rest.length * 2 > of.students && !isOverAt(of, moment);
    if (rest.length === 0 || !(isEarly || isMost)) return closeRoll(rest);
    const closes = await confirm({
      title: `Mark ${rest.length} as absent and close?`,
      text: isEarly
        ? `This class begins at ${of.start_time}.`
        : `This class goes on until ${of.end_time}, and ${rest.length} of ${of.students} students have no mark yet.`,
      yes: 'Mark absent and close',
      no: 'Go back',
      danger: true,
    });
    if (closes) closeRoll(rest, isEarly || undefined);
  }, []);
}
