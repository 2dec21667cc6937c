import { messages } from '#contract/texts.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { toast } from '../toasts.ts';

const refuse = () => toast('error', messages.cardNotRead);

/** A card that is read on a page that takes none is no text of its fields, and its Enter saves nothing (R-CARD-7). */
export function CardsNotTaken() {
  const { reader_gap_ms } = useSession().config;
  useReader({ gapMs: reader_gap_ms, onNumber: refuse, onTorn: refuse });
  return null;
}
