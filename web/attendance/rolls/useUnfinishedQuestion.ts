import { useBlocker } from '@tanstack/react-router';
import type { Place } from '#web/ui/form/useLeaveQuestion.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { ClassOnDate } from '#web/school/roll.ts';

/** Rolls whose question this window has shown. */
const shown = new Set<string>();

interface Unfinished {
  /** Students without a mark; empty when the roll is complete, closed, or its class not over. */
  rest: number[];
  closeRoll: (rest: number[]) => void;
}

/** Asks once whether to close a roll that is left unfinished after its class; either way it is left. */
export function useUnfinishedQuestion(of: ClassOnDate, { rest, closeRoll }: Unfinished): void {
  useBlocker({
    async shouldBlockFn({ current, next }) {
      // The history belongs to the roll, and so does its camera: opening them does not leave the roll.
      if (next.pathname === '/attendance/history' || isSameRoll(current, next)) return false;
      const key = `${of.id} ${of.date}`;
      if (rest.length === 0 || shown.has(key)) return false;
      shown.add(key);
      const closes = await confirm({
        title: `Mark ${rest.length} as absent and close?`,
        text: 'The class is over and this roll is not finished. It stays among the rolls not taken until it is.',
        yes: 'Mark absent and close',
        no: 'Leave as it is',
      });
      if (closes) closeRoll(rest);
      return false;
    },
    enableBeforeUnload: false,
  });
}

/** Whether an address is another one of the same roll, as with its camera. */
export function isSameRoll(current: Place, next: Place): boolean {
  const rollOf = ({ search }: Place) => {
    const { id, date }: { id?: unknown; date?: unknown } = search;
    return `${String(id)} ${String(date)}`;
  };
  return current.pathname === next.pathname && rollOf(current) === rollOf(next);
}
