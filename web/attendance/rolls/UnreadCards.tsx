import { useSession } from '#web/platform/SessionProvider.tsx';
import { playSound } from '#web/platform/reader/sound.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { toast } from '#web/ui/toasts.ts';

/** A page of a roll that cannot take cards now says so of each card (R-CARD-7). */
export function UnreadCards({ why }: { why: string }) {
  const { reader_gap_ms } = useSession().config;
  const refuse = () => {
    toast('error', why);
    playSound('bad');
  };
  useReader({ gapMs: reader_gap_ms, onNumber: refuse, onTorn: refuse });
  return null;
}
