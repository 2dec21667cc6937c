import { useCallback } from 'react';
import { storedCard } from '#contract/card-number.ts';
import { messages } from '#contract/texts.ts';
import { useReader } from '#web/platform/reader/useReader.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';
import { toast } from '#web/ui/toasts.ts';

const torn = () => toast('error', messages.cardNotRead);

/** A card that is read while a field for cards has the focus: the whole number, as it is stored (R-CARD-1). */
export function CardOfField({ enter }: { enter: (card: string) => void }) {
  const { config } = useSession();
  useReader({
    gapMs: config.reader_gap_ms,
    onNumber: (card) => enter(storedCard(card, config)),
    onTorn: torn,
  });
  return null;
}

/** A card that is read anywhere in a form is entered in its field, as it is stored (R-CARD-1). */
export function CardByTap({ name }: { name: string }) {
  const { form } = useFormState();
  const { config } = useSession();
  const enter = useCallback(
    (card: string) => {
      // The values that a dialog asks about are already on the way.
      if (document.querySelector('[role=dialog][aria-modal=true]')) return torn();
      form.setFieldValue(name, storedCard(card, config));
    },
    [form, name, config],
  );
  useReader({ gapMs: config.reader_gap_ms, onNumber: enter, onTorn: torn });
  return null;
}
