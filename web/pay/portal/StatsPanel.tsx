import { Button, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getPayrollStats } from '#contract/pay/payroll.endpoints.ts';
import type { StatGroup } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { useTextSearch } from '#web/ui/search.ts';
import { StatList } from '#web/ui/StatList.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { countOf, manyHours, moneyOf } from '#web/ui/format.ts';
import { resourceKey } from '#web/ui/resource.ts';
import classes from './Portal.module.css';
import { portalResource } from './resource.ts';

const StatsCharts = lazy(() =>
  import('./StatsCharts.tsx').then((it) => ({ default: it.StatsCharts })),
);

const groups: { value: StatGroup; label: string }[] = [
  { value: 'teacher', label: 'By teacher' },
  { value: 'week', label: 'By week' },
  { value: 'pay_code', label: 'By pay code' },
];

/** Sums and charts of the list's query. */
export function StatsPanel({ filters }: { filters: Record<string, string | undefined> }) {
  const search = useTextSearch();
  const navigate = useNavigate();
  const [storedState, storeState] = useLocalStorage<'open' | 'closed' | ''>({
    key: 'portal-pictures',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const open = storedState === 'open';
  const by = groups.find(({ value }) => value === search.by)?.value ?? 'teacher';
  const query = { ...filters, by };
  const stats = useQuery({
    queryKey: resourceKey(portalResource, 'stats', query),
    queryFn: ({ signal }) => request(getPayrollStats, { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (stats.isError && !stats.data)
    return <LoadError error={stats.error} retry={() => void stats.refetch()} />;
  const {
    total = 0,
    pending = 0,
    completed = 0,
    total_minutes = 0,
    total_amount = '0',
    groups: found = [],
    all_groups = 0,
  } = stats.data ?? {};
  return (
    <section
      className={`at-card ${classes.stats}`}
      aria-labelledby="stats"
      aria-busy={stats.isFetching}
    >
      <div className={classes.sums}>
        <VisuallyHidden component="h2" id="stats">
          Stats
        </VisuallyHidden>
        <StatList
          stats={[
            ['Check-ins', countOf(total)],
            ['Hours', manyHours(total_minutes)],
            ['Amount', moneyOf(total_amount)],
            ['Pending', countOf(pending)],
            ['Completed', countOf(completed)],
          ]}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          leftSection={<IconChartBar size={16} aria-hidden="true" />}
          onClick={() => storeState(open ? 'closed' : 'open')}
        >
          {open ? 'Hide charts' : 'Show charts'}
        </Button>
      </div>
      {open && total > 0 && (
        <>
          <SegmentedControl
            aria-label="Sums"
            data={groups}
            value={by}
            onChange={(next) =>
              void navigate({
                to: '.',
                search: (before: object) => ({ ...before, by: next }),
                replace: true,
                resetScroll: false,
              })
            }
          />
          <Suspense fallback={<div className={classes.waiting} />}>
            <StatsCharts by={by} groups={found} />
          </Suspense>
          {all_groups > found.length && (
            <Text size="sm" c="dimmed">
              {found.length} of {all_groups} are shown.
            </Text>
          )}
        </>
      )}
    </section>
  );
}
