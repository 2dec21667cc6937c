import { useMemo } from 'react';
import { fullName } from '#contract/person-name.ts';
import type { RollRow } from '#contract/marks.ts';
import type { Status } from '#contract/status.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { RollMarking } from './roll-marking.ts';
import type { useGate } from './useGate.ts';
import type { Marking } from './useMarking.ts';

interface HandMarking extends Pick<
  Marking,
  'toggle' | 'withdraw' | 'markPresent' | 'markRestPresent'
> {
  runOrAsk: ReturnType<typeof useGate>['runOrAsk'];
  /** How many taps wait for a confirmation: they are decided before the roll is closed. */
  held: number;
  askAndClose: () => unknown;
  openDetails: RollMarking['openDetails'];
  note: RollMarking['note'];
}

/**
 * Marks by hand, before the class after a question. Stable between renders, so that the rows of a large
 * class render only when they change.
 */
export function useHandMarking(hand: HandMarking): RollMarking {
  const { runOrAsk, held, toggle, withdraw, markPresent, markRestPresent } = hand;
  const { askAndClose, openDetails, note } = hand;
  return useMemo(
    () => ({
      toggle: (row: RollRow, status: Status) => runOrAsk(() => toggle(row, status)),
      withdraw: (row: RollRow) => {
        const question = {
          title: 'Take the mark back?',
          text: `${fullName(row)} goes back from ${row.status} to Not taken. The history keeps it.`,
          yes: 'Take back',
          danger: true,
        };
        void confirm(question).then((yes) => yes && withdraw(row));
      },
      markPresent: (students: number[]) => runOrAsk(() => markPresent(students)),
      markRestPresent: (students: number[]) => runOrAsk(() => markRestPresent(students)),
      // Its own question says when the class begins.
      closeRoll: () => (held > 0 ? runOrAsk(() => {}) : void askAndClose()),
      openDetails,
      note,
    }),
    [
      runOrAsk,
      held,
      toggle,
      withdraw,
      markPresent,
      markRestPresent,
      askAndClose,
      openDetails,
      note,
    ],
  );
}
