import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listImportRuns } from '#contract/exchange/import-runs.endpoints.ts';
import type { ImportRunSummary } from '#contract/exchange/import-run.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment } from '#web/ui/format.ts';
import { CardsOrTable } from '#web/ui/list/CardsOrTable.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { kindTitles, outcomeOf, runsKey } from './text.ts';

/** Imports whose reports are still stored, the latest first. */
export function RunList() {
  const { time_zone } = useSession().config;
  const runs = useQuery({
    queryKey: runsKey,
    queryFn: ({ signal }) => request(listImportRuns, { signal }),
  });
  if (runs.isPending) return <PleaseWait />;
  if (runs.isError) return <LoadError error={runs.error} retry={() => void runs.refetch()} />;
  if (runs.data.length === 0)
    return (
      <EmptyState title="No import yet">
        Files and reports of imports are listed here for some days.
      </EmptyState>
    );
  return (
    <>
      <Title order={2} size="h4" mb="xs">
        Latest imports
      </Title>
      <CardsOrTable
        label="Latest imports"
        columns={columnsOf(time_zone)}
        rows={runs.data}
        keyOf={({ id }) => id}
      />
    </>
  );
}

const columnsOf = (timeZone: string) => [
  {
    title: 'File',
    cell: ({ id, file_name }: ImportRunSummary) => (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to="/import" search={{ id: String(id) }} />}
      >
        {file_name}
      </Anchor>
    ),
  },
  { title: 'Kind', cell: ({ kind }: ImportRunSummary) => kindTitles[kind] },
  { title: 'State', cell: outcomeOf },
  { title: 'When', cell: ({ started_at }: ImportRunSummary) => moment(started_at, timeZone) },
  { title: 'Who', cell: ({ started_by }: ImportRunSummary) => started_by?.name },
];
