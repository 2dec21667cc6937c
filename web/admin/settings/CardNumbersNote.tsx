import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CardTerms } from '#contract/card-number.ts';
import { previewCardNumbers } from '#contract/admin/settings.endpoints.ts';
import { request } from '#web/platform/api.ts';

/** Queries about the stored numbers. */
export const cardNumbersKey = ['card-numbers'];

/** What other settings of card numbers mean for the cards that are stored (R-CARD-2). */
export function CardNumbersNote(terms: CardTerms) {
  const preview = useQuery({
    queryKey: [...cardNumbersKey, terms],
    queryFn: ({ signal }) => request(previewCardNumbers, { query: terms, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Text role="status" size="sm" c={preview.data?.shared ? 'red' : 'dimmed'}>
      {preview.isError
        ? 'What this changes for stored cards could not be read.'
        : preview.data
          ? noteOf(preview.data)
          : 'Counting the stored cards …'}
    </Text>
  );
}

/** The preview in words. */
function noteOf({ total, changed, shared }: Record<'total' | 'changed' | 'shared', number>) {
  const since =
    changed > 0
      ? ' They keep their form until you rewrite them, which this page offers once it is saved.'
      : '';
  const double =
    shared > 0
      ? ` ${shared} would be the number of somebody else’s card too: look at these first.`
      : '';
  return `${changed} of ${total} stored cards would get another number.${since}${double}`;
}
