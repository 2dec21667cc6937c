import { messages } from '#contract/texts.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { toast } from '#web/ui/toasts.ts';

const refuse = () => toast('error', messages.cardsElsewhere);

/** A card that is read on a page without a reader: its keys press nothing there, and its Enter neither (R-CARD-7). */
export function CardsElsewhere() {
  const { reader_gap_ms } = useSession().config;
  useReader({ gapMs: reader_gap_ms, isElsewhere: true, onNumber: refuse, onTorn: refuse });
  return null;
}
