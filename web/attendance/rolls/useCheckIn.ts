import { useCallback } from 'react';
import { messages } from '#contract/texts.ts';
import { playSound } from '#web/platform/reader/sound.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { useGate } from './useGate.ts';
import type { Marking } from './useMarking.ts';

/** Takes cards of the reader. @returns takes a card or a typed ID, now or when the gate opens. */
export function useCheckIn(
  { send, cardOnRoll, report }: Pick<Marking, 'send' | 'cardOnRoll' | 'report'>,
  { gate, runOrHold }: Pick<ReturnType<typeof useGate>, 'gate' | 'runOrHold'>,
): (tapped: string) => void {
  const { reader_gap_ms } = useSession().config;
  const checkIn = useCallback(
    (tapped: string) => {
      const card = cardOnRoll(tapped);
      const isRun = runOrHold('tap', () => send(card));
      // Nothing waits on a future date: its marks are refused.
      if (!isRun && gate.is === 'future')
        report({ tone: 'bad', text: messages.futureDate, tapped: card });
      else if (!isRun)
        report({ tone: 'known', text: 'Waits: see above the roll', tapped: card, pending: card });
    },
    [send, runOrHold, report, cardOnRoll, gate.is],
  );
  const torn = useCallback(() => {
    report({ tone: 'bad', text: messages.cardNotRead });
    playSound('bad');
  }, [report]);
  useReader({ gapMs: reader_gap_ms, onNumber: checkIn, onTorn: torn });
  return checkIn;
}
