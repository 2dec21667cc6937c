import { Anchor } from '@mantine/core';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { dateOf } from '#web/ui/format.ts';
import { useLetterPdf } from '#web/messages/public/useLetterPdf.ts';

/** The latest warning letter about a line of the red list, with its PDF. */
export function LineLetter({ letter }: { letter: NonNullable<RedListLine['letter']> }) {
  const { time_zone } = useSession().config;
  const { busy, save } = useLetterPdf();
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="start"
      underline="always"
      disabled={busy}
      aria-label={`PDF of warning letter ${letter.number}`}
      onClick={() => save({ ...letter, kind: 'warning_letter' })}
    >
      Warning letter, {dateOf(letter.made_at, time_zone)}
    </Anchor>
  );
}
