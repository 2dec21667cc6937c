import { useMemo } from 'react';
import { fullName } from '#contract/person-name.ts';
import type { RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { RollMarking } from './roll-marking.ts';
import type { useGate } from './useGate.ts';
import type { Marking } from './useMarking.ts';

interface HandMarking extends Pick<Marking, 'toggle' | 'withdraw' | 'markPresent'> {
  runOrHold: ReturnType<typeof useGate>['runOrHold'];
  askAndClose: (rest: number[]) => unknown;
  openDetails: RollMarking['openDetails'];
  note: RollMarking['note'];
}

/**
 * Marks by hand, now or when the gate opens. Stable between renders, so that the rows of a large
 * class render only when they change.
 */
export function useHandMarking(hand: HandMarking): RollMarking {
  const { runOrHold, toggle, withdraw, markPresent, askAndClose, openDetails, note } = hand;
  return useMemo(
    () => ({
      toggle: (row: RollRow, status: Status) => void runOrHold('hand', () => toggle(row, status)),
      withdraw: (row: RollRow) => {
        const question = {
          title: 'Take the mark back?',
          text: `${fullName(row)} goes back from ${row.status} to N/A. The history keeps it.`,
          yes: 'Take back',
          danger: true,
        };
        void confirm(question).then((yes) => yes && withdraw(row));
      },
      markPresent: (students: number[]) => void runOrHold('hand', () => markPresent(students)),
      closeRoll: (rest: number[]) => void runOrHold('hand', () => void askAndClose(rest)),
      openDetails,
      note,
    }),
    [runOrHold, toggle, withdraw, markPresent, askAndClose, openDetails, note],
  );
}
