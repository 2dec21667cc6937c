import { Group, Text, Title } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { clashKinds } from '#contract/clash.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { kindTitles } from './clash-columns.tsx';
import { FirstClashes } from './FirstClashes.tsx';
import { HealthBar } from './HealthBar.tsx';
import { clashesOfKind, firstClashes } from './queries.ts';
import { periodOf, type HealthSearch } from './search.ts';
import classes from './Health.module.css';
import { countOf } from '#web/ui/format.ts';
import { PageHead } from '#web/ui/PageHead.tsx';

/** The clashes of each kind, one kind after the other: the page is usable before all are found. */
export function ClashOverview({ search }: { search: HealthSearch }) {
  const period = periodOf(search);
  const client = useQueryClient();
  const isFound = (at: number) => {
    const kind = clashKinds[at];
    const state = kind && client.getQueryState(clashesOfKind(kind, period).queryKey);
    return state !== undefined && state.status !== 'pending';
  };
  const found = useQueries({
    queries: clashKinds.map((kind, at) => ({
      ...clashesOfKind(kind, period),
      // One after the other: each reads the whole timetable.
      enabled: at === 0 || isFound(at - 1),
    })),
  });
  const done = found.filter(({ isPending }) => !isPending).length;
  const total = found.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  const failed = found.filter(({ isError }) => isError).length;
  const checked = failed
    ? `Checked ${clashKinds.length - failed} of ${clashKinds.length} kinds.`
    : 'Checked.';
  const isDone = done === clashKinds.length;
  return (
    <>
      <PageHead title="Timetable health">
        {total > 0 && (
          <AnchorLink
            size="sm"
            to="/timetable/health"
            search={{ ...search, kind: clashKinds.join(',') }}
          >
            All in one list, and as CSV
          </AnchorLink>
        )}
      </PageHead>
      <HealthBar search={search} />
      <div className={classes.progress} role="status">
        <Text size="sm">
          {isDone
            ? `${checked} ${total === 1 ? '1 clash' : `${countOf(total)} clashes`}.`
            : `Checking: ${done} of ${clashKinds.length} kinds, ${countOf(total)} clashes so far`}
        </Text>
        {!isDone && <progress value={done} max={clashKinds.length} aria-label="Checked" />}
      </div>
      {isDone && total === 0 && failed === 0 && <EmptyState title="No clashes" />}
      {clashKinds.map((kind, at) => {
        const query = found[at];
        if (query?.isError)
          return (
            <LoadError
              key={kind}
              title={kindTitles[kind]}
              error={query.error}
              retry={() => void query.refetch()}
            />
          );
        if (!query?.data?.total) return null;
        const confirmed = query.data.counts.find((it) => it.confirmed)?.count ?? 0;
        return (
          <section key={kind} className={classes.kind} aria-labelledby={`kind-${kind}`}>
            <Group justify="space-between" gap="xs">
              <Title order={2} size="h5" id={`kind-${kind}`}>
                {kindTitles[kind]}: {countOf(query.data.total)}
                {confirmed > 0 && ` (${countOf(confirmed)} confirmed)`}
              </Title>
              {query.data.total > firstClashes && (
                <AnchorLink
                  size="sm"
                  to="/timetable/health"
                  search={{
                    ...search,
                    kind,
                    ...(kind === 'seats' && { ordering: '-missing' }),
                  }}
                  aria-label={`All ${query.data.total}: ${kindTitles[kind]}`}
                >
                  All {countOf(query.data.total)}
                </AnchorLink>
              )}
            </Group>
            <FirstClashes label={kindTitles[kind]} rows={query.data.results} />
          </section>
        );
      })}
    </>
  );
}
