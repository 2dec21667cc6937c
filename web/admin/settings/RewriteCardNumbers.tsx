import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { haveForm, type CardTerms } from '#contract/card-number.ts';
import type { RewrittenCards } from '#contract/admin/card-settings.ts';
import { previewCardNumbers, rewriteCardNumbers } from '#contract/admin/settings.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { countOf } from '#web/ui/format.ts';
import { cardNumbersKey } from './CardNumbersNote.tsx';

/** Offers to rewrite the stored numbers that have another form than the saved settings write (R-CARD-2). */
export function RewriteCardNumbers({ terms }: { terms: CardTerms }) {
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: [...cardNumbersKey, terms],
    queryFn: ({ signal }) => request(previewCardNumbers, { query: terms, signal }),
    enabled: haveForm(terms),
  });
  const rewrite = useMutation({
    mutationFn: () => request(rewriteCardNumbers),
    onSettled: () => queries.invalidateQueries({ queryKey: cardNumbersKey }),
  });
  const count = preview.data?.rewritable ?? 0;
  const title = `Rewrite ${numbersOf(count)}`;

  async function ask() {
    const isSure = await confirm({
      title,
      text: 'Numbers of present and former cards of students and teachers get the form of these settings. The cards stay the same, and readers find them as before. Change history can undo it.',
      yes: title,
    });
    if (isSure) rewrite.mutate();
  }

  return (
    <>
      {count > 0 && (
        <Group gap="sm" mb="xs">
          <Text size="sm">
            {numbersOf(count)} {count === 1 ? 'has' : 'have'} another form than these settings
            write.
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            loading={rewrite.isPending}
            onClick={() => void ask()}
          >
            {title}
          </Button>
        </Group>
      )}
      <Text size="sm" role="status" mb="xs" c={rewrite.isError ? 'red' : undefined}>
        {rewrite.isError && asError(rewrite.error).message}
        {rewrite.data && <Result of={rewrite.data} />}
      </Text>
    </>
  );
}

const numbersOf = (count: number): string =>
  `${countOf(count)} stored ${count === 1 ? 'number' : 'numbers'}`;

/** How many numbers were rewritten, and where those are named that stay. */
function Result({ of: { operation, rewritten, unchanged } }: { of: RewrittenCards }) {
  const are = unchanged === 1 ? 'stays as it is' : 'stay as they are';
  return (
    <>
      {countOf(rewritten)} rewritten
      {operation !== null && (
        <>
          {' ('}
          <AnchorLink to="/change-history/view" search={{ id: String(operation) }} inherit>
            Change history
          </AnchorLink>
          )
        </>
      )}
      .
      {unchanged > 0 && (
        <>
          {` ${countOf(unchanged)} ${are}, because somebody else has that number: `}
          <AnchorLink to="/checks" search={{ kind: 'same_cards' }} inherit>
            Checks
          </AnchorLink>
          .
        </>
      )}
    </>
  );
}
