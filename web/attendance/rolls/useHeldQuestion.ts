import { useEffect } from 'react';
import { confirm } from '#web/ui/confirm.ts';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { isSameRoll } from './useUnfinishedQuestion.ts';

const questionOf = (held: number) => ({
  title: held === 1 ? 'Leave without 1 mark?' : `Leave without ${held} marks?`,
  text:
    'The roll asks first whether it is the right one. Without an answer ' +
    `${held === 1 ? 'the mark that waits is' : 'the marks that wait are'} lost.`,
});

/** Asks whether that many waiting marks are given up. @returns whether the roll may be left. */
export const mayLeave = async (held: number): Promise<boolean> =>
  held === 0 || confirm({ ...questionOf(held), yes: 'Leave', no: 'Stay' });

/**
 * Asks before a roll is left whose marks wait for a confirmation: they are stored nowhere (R-ROLL-27).
 * @param onHeld receives how many wait, for a page that changes the roll without another address.
 */
export function useHeldQuestion(held: number, onHeld?: (held: number) => void): void {
  useLeaveQuestion(() => held > 0, {
    ...questionOf(held),
    stays: ({ current, next }) => isSameRoll(current, next),
  });
  useEffect(() => {
    onHeld?.(held);
    return () => onHeld?.(0);
  }, [held, onHeld]);
}
