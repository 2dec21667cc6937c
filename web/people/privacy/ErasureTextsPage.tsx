import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { erasureProposals, ProposedTexts } from './ErasureProposals.tsx';

/** Texts that may name erased students, of rows that the user may edit (R-ERASE-1). */
export function ErasureTextsPage() {
  const found = useQuery(erasureProposals);
  const { results = [], total = 0 } = found.data ?? {};
  const byStudent = Map.groupBy(results, ({ student_id }) => student_id);
  return (
    <Stack gap="md" maw={800}>
      <PageHead title="Texts of erased students" />
      <Text size="sm">
        These texts may name students who were erased. Remove the marked words, or keep the text if
        it means somebody else.
        {total > results.length &&
          ` The oldest ${results.length} of ${total} are shown; the others follow.`}
      </Text>
      {found.isPending && <PleaseWait />}
      {found.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {found.isSuccess && total === 0 && <EmptyState title="No text waits for a decision" />}
      {[...byStudent].map(([student, proposals]) => (
        <Stack key={student} gap="sm" className="at-card" p="md">
          <Title order={2} size="h5">
            {student}
          </Title>
          <ProposedTexts proposals={proposals} />
        </Stack>
      ))}
    </Stack>
  );
}
