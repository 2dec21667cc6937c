import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { PayrollStats, StatGroup } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { Figures } from '../../ui/Figures.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { hoursOf, moneyOf } from '../../ui/names.ts';
import { sectionKey } from '../../ui/section.ts';
import classes from './Portal.module.css';
import { portalSection } from './section.ts';

const StatsCharts = lazy(() => import('./StatsCharts.tsx').then((it) => ({ default: it.StatsCharts })));

const groups: { value: StatGroup; label: string }[] = [
  { value: 'teacher', label: 'By teacher' },
  { value: 'week', label: 'By week' },
  { value: 'pay_code', label: 'By pay code' },
];

/** Sums of what the list has found, and pictures of them. */
export function StatsPanel({ asked }: { asked: Record<string, string | undefined> }) {
  const said: { by?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [kept, keep] = useLocalStorage<'open' | 'closed' | ''>({ key: 'portal-pictures', defaultValue: '', getInitialValueInEffect: false });
  const open = kept ? kept === 'open' : window.innerWidth >= limits.smallScreen;
  const by = groups.find(({ value }) => value === said.by)?.value ?? 'teacher';
  const query = { ...asked, by };
  const stats = useQuery({
    queryKey: sectionKey(portalSection, 'stats', query),
    queryFn: ({ signal }) => api.get<PayrollStats>('attendance/payroll-logs-stats/', { query, signal }),
    placeholderData: keepPreviousData,
  });
  if (stats.isError && !stats.data) return <LoadError error={stats.error} retry={() => void stats.refetch()} />;
  const { total = 0, pending = 0, completed = 0, total_minutes = 0, total_amount = '0', groups: found = [], all_groups = 0 } = stats.data ?? {};
  return (
    <section className={`at-card ${classes.stats}`} aria-labelledby="stats" aria-busy={stats.isFetching}>
      <Group justify="space-between">
        <Title order={2} size="h5" id="stats">
          Stats
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          leftSection={<IconChartBar size={16} aria-hidden="true" />}
          onClick={() => keep(open ? 'closed' : 'open')}
        >
          {open ? 'Hide charts' : 'Show charts'}
        </Button>
      </Group>
      <Figures
        of={[
          ['Check-ins', total.toLocaleString('en')],
          ['Hours', Number(hoursOf(total_minutes)).toLocaleString('en', { minimumFractionDigits: 2 })],
          ['Amount', moneyOf(total_amount)],
          ['Pending', pending.toLocaleString('en')],
          ['Completed', completed.toLocaleString('en')],
        ]}
      />
      {open && total > 0 && (
        <>
          <SegmentedControl
            aria-label="Sums"
            data={groups}
            value={by}
            onChange={(next) => void navigate({ to: '.', search: (before: object) => ({ ...before, by: next }), replace: true, resetScroll: false })}
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
