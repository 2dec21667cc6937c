import { IconCalendarQuestion, IconCoin, IconFileCheck } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { namesOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { useListState } from '#web/ui/list/useListState.ts';
import type { PageAction } from '#web/ui/PageActions.tsx';
import { logColumns, logName } from '../timesheet/columns.tsx';
import { PeriodBar } from '../timesheet/PeriodBar.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { ClosedUntil } from './ClosedUntil.tsx';
import { useClosedDays } from './closing.ts';
import { RecalculateAll } from './RecalculateAll.tsx';
import { RequestsLink } from './RequestsLink.tsx';
import { missingPath, portalResource, usePortalFilters } from './resource.ts';
import classes from './Portal.module.css';
import { StatsPanel } from './StatsPanel.tsx';
import { usePayPeriod } from './usePayPeriod.ts';
import { usePayrollFiles } from './usePayrollFiles.ts';

/** A completed line is locked: corrections need a reason, deletion is impossible. */
const isOpen = ({ status }: PayrollLog, action: 'edit' | 'delete') =>
  action === 'edit' || status === 'pending';

const payPages: PageAction[] = [
  {
    title: 'Pay runs',
    Icon: IconFileCheck,
    isFrequent: true,
    link: { to: '/timesheet-admin-portal/runs' },
  },
  { title: 'Pay codes', Icon: IconCoin, link: { to: '/timesheet-admin-portal/payrolls' } },
];

const bulkStatus = (rows: PayrollLog[], done: () => void) => <BulkStatus logs={rows} done={done} />;

/**
 * All check-ins: reviewed, summed up, corrected, completed, and exported to the payroll system
 * (R-PAY-6).
 */
export function PortalPage() {
  const { missing } = usePayPeriod();
  if (missing)
    return <Navigate to="." search={(before: object) => ({ ...before, ...missing })} replace />;
  return <Portal />;
}

function Portal() {
  const { today } = useSession().config;
  const { period, last15Days, choose } = usePayPeriod();
  const can = useCan();
  const filters = usePortalFilters();
  const [{ search, filters: values }] = useListState(filters.flatMap(namesOf));
  const isClosed = useClosedDays();
  const columns = useMemo(() => logColumns(isClosed), [isClosed]);
  const query = { ...values, search: search.trim() || undefined };
  const { from_date, to_date } = values;
  const mayReadPay = can('Payrolls', 'read');
  const actions: PageAction[] = [
    {
      title: 'Classes without check-in',
      Icon: IconCalendarQuestion,
      isFrequent: true,
      link: { to: missingPath, search: { from_date, to_date } },
    },
    ...(mayReadPay ? payPages : []),
    ...usePayrollFiles(query),
  ];
  return (
    <ResourceList
      resource={portalResource}
      columns={columns}
      defaultSort="-date"
      filters={filters}
      nameOf={logName}
      canChange={(log, action) => isOpen(log, action) && (action === 'edit' || !isClosed(log.date))}
      bulkOptions={can('Timesheet Admin Portal', 'edit') ? bulkStatus : undefined}
      actions={<RequestsLink />}
      pageActions={actions}
    >
      <section className={classes.period} aria-label="Pay period">
        <PeriodBar
          period={period}
          today={today}
          go={choose}
          choices={[
            { label: 'Last 15 Days', days: last15Days },
            { label: 'All time', days: {} },
          ]}
        />
        <ClosedUntil proposed={period.to} />
        {can('Timesheet Admin Portal', 'edit') && <RecalculateAll filters={query} />}
      </section>
      {can('Timesheet Admin Portal', 'stats') && <StatsPanel filters={query} />}
    </ResourceList>
  );
}
