import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listImportRuns } from '#contract/endpoints/import-runs.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment } from '#web/ui/format.ts';
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
      <section className="at-scroll" tabIndex={0} aria-label="Latest imports">
        <table className="at-table">
          <thead>
            <tr>
              <th>File</th>
              <th>Kind</th>
              <th>State</th>
              <th>When</th>
              <th>Who</th>
            </tr>
          </thead>
          <tbody>
            {runs.data.map(({ id, file_name, kind, started_at, started_by, ...run }) => (
              <tr key={id}>
                <td>
                  <Anchor
                    underline="always"
                    renderRoot={(props) => (
                      <Link {...props} to="/import" search={{ id: String(id) }} />
                    )}
                  >
                    {file_name}
                  </Anchor>
                </td>
                <td>{kindTitles[kind]}</td>
                <td>{outcomeOf(run)}</td>
                <td>{moment(started_at, time_zone)}</td>
                <td>{started_by?.name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
