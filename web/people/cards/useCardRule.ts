import { useCallback } from 'react';
import { storedCard } from '#contract/card-number.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import type { Values } from '#web/ui/form/form-context.ts';

/** A rule of a form: the number of the card in this field is not too long as it is stored (R-CARD-1). */
export function useCardRule(name: string): (values: Values) => Record<string, string> {
  const { config } = useSession();
  return useCallback(
    (values) => {
      const given = values[name];
      const isTooLong =
        typeof given === 'string' && storedCard(given, config).length > limits.rfidLength;
      return isTooLong ? { [name]: messages.rfidTooLong } : {};
    },
    [name, config],
  );
}
