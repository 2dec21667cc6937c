import { useCallback } from 'react';
import { messages } from '#contract/texts.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { useGate } from './useGate.ts';
import { toast } from '#web/ui/toasts.ts';
import type { ChosenStudent } from './tap-of.ts';
import type { Marking } from './useMarking.ts';

/** The panel of taps goes with the page. */
const left = () => {
  toast('error', messages.cardNotRead);
  playSound('bad');
};

/** Takes cards of the reader. @returns take a card, a typed ID or a chosen student, now or when the gate opens. */
export function useCheckIn(
  {
    send,
    choose: sendChosen,
    cardOnRoll,
    report,
  }: Pick<Marking, 'send' | 'choose' | 'cardOnRoll' | 'report'>,
  { gate, runOrHold }: Pick<ReturnType<typeof useGate>, 'gate' | 'runOrHold'>,
): { checkIn: (tapped: string) => void; choose: (chosen: ChosenStudent) => void } {
  const { reader_gap_ms } = useSession().config;
  const take = useCallback(
    (card: string, action: () => void) => {
      const isRun = runOrHold(action);
      // Nothing waits on a future date: its marks are refused.
      if (!isRun && gate.is === 'future')
        report({ tone: 'bad', text: messages.futureDate, tapped: card });
      else if (!isRun)
        report({ tone: 'known', text: 'Waits: see above the roll', tapped: card, pending: card });
    },
    [runOrHold, report, gate.is],
  );
  const checkIn = useCallback(
    (tapped: string) => {
      const card = cardOnRoll(tapped);
      take(card, () => send(card));
    },
    [take, send, cardOnRoll],
  );
  const choose = useCallback(
    (chosen: ChosenStudent) => take(chosen.name, () => sendChosen(chosen)),
    [take, sendChosen],
  );
  const torn = useCallback(() => {
    report({ tone: 'bad', text: messages.cardNotRead });
    playSound('bad');
  }, [report]);
  useReader({ gapMs: reader_gap_ms, onNumber: checkIn, onTorn: torn, onLeft: left });
  return { checkIn, choose };
}
