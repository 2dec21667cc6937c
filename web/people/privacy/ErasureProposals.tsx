import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import {
  decideErasureProposals,
  listErasureProposals,
} from '#contract/people/erasure-proposals.endpoints.ts';
import type { ErasureProposal } from '#contract/people/erasure-proposal.ts';
import { request } from '#web/platform/api.ts';

const key = ['erasure-proposals'];

/** Texts of rows that the user may edit, the oldest first. */
export const erasureProposals = {
  queryKey: key,
  queryFn: () => request(listErasureProposals, { query: { limit: 100 } }),
};

/** Texts of other rows that may name an erased student, for the user to decide (R-ERASE-1). */
export function ErasureProposals({ student }: { student: string }) {
  const { data } = useQuery(erasureProposals);
  const own = data?.results.filter((proposal) => proposal.student_id === student) ?? [];
  if (own.length === 0) return null;
  return (
    <Alert color="orange" variant="outline" title="Other texts that may name the student">
      <Stack gap="sm">
        <Text size="sm">Decide for each whether the marked words are removed.</Text>
        <ProposedTexts proposals={own} />
      </Stack>
    </Alert>
  );
}

/** Texts with their marked words, and the buttons that decide. */
export function ProposedTexts({ proposals }: { proposals: ErasureProposal[] }) {
  const queries = useQueryClient();
  const decide = useMutation({
    mutationFn: (body: { ids: number[]; is_redacted: boolean }) =>
      request(decideErasureProposals, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      {proposals.map((proposal) => (
        <div key={proposal.id} role="group" aria-label={`${kindOf(proposal)} ${proposal.row}`}>
          <Text size="sm" c="dimmed">
            {kindOf(proposal)}
          </Text>
          <Text size="sm">
            <Marked {...proposal} />
          </Text>
          {proposal.is_changed && (
            <Text size="sm" c="dimmed">
              It was changed since. Edit the row itself if it still names the student.
            </Text>
          )}
          <Group gap="xs" mt={4}>
            <Button
              size="xs"
              disabled={proposal.is_changed || decide.isPending}
              onClick={() => decide.mutate({ ids: [proposal.id], is_redacted: true })}
            >
              Remove
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ ids: [proposal.id], is_redacted: false })}
            >
              Keep
            </Button>
          </Group>
        </div>
      ))}
      {decide.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {decide.error.message}
        </Text>
      )}
    </>
  );
}

const kindOf = ({ table, column }: ErasureProposal): string =>
  `${table.replaceAll('_', ' ')}, ${column.replaceAll('_', ' ')}`;

function Marked({ text, places }: Pick<ErasureProposal, 'text' | 'places'>) {
  const starts = [0, ...places.map(({ start, length }) => start + length)];
  return starts.map((from, at) => {
    const place = places[at];
    return (
      <Fragment key={from}>
        {text.slice(from, place?.start)}
        {place && <mark>{text.slice(place.start, place.start + place.length)}</mark>}
      </Fragment>
    );
  });
}
