import { Button } from '@mantine/core';
import { IconCalendarQuestion, IconCoin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { namesOf } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { useListState } from '../../ui/list/useListState.ts';
import { logColumns, logName } from '../timesheet/columns.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { PayrollFiles } from './PayrollFiles.tsx';
import { missingPath, portalSection, usePortalFilters } from './section.ts';
import { StatsPanel } from './StatsPanel.tsx';

/** A completed line is locked: it is corrected with a reason, but never taken away. */
const mayChange = ({ status }: PayrollLog, action: 'edit' | 'delete') => action === 'edit' || status === 'pending';

const bulkStatus = (rows: PayrollLog[], done: () => void) => <BulkStatus logs={rows} done={done} />;

/** Everybody’s check-ins: looked through, summed up, corrected, completed, and handed to the payroll system (spec §2). */
export function PortalPage() {
  const may = useMay();
  const filters = usePortalFilters();
  const [{ search, filters: values }] = useListState(filters.flatMap(namesOf));
  const asked = { ...values, search: search.trim() || undefined };
  return (
    <ResourceList
      section={portalSection}
      columns={logColumns}
      usualOrder="-date"
      filters={filters}
      nameOf={logName}
      mayChange={mayChange}
      bulkOptions={may('Timesheet Admin Portal', 'edit') ? bulkStatus : undefined}
      actions={
        <>
          <PayrollFiles asked={asked} />
          <Button
            variant="default"
            leftSection={<IconCalendarQuestion size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to={missingPath} />}
          >
            Classes without check-in
          </Button>
          {may('Payrolls', 'read') && (
            <Button
              variant="default"
              leftSection={<IconCoin size={16} aria-hidden="true" />}
              renderRoot={(props) => <Link {...props} to="/timesheet-admin-portal/payrolls" />}
            >
              Payrolls
            </Button>
          )}
        </>
      }
    >
      {may('Timesheet Admin Portal', 'stats') && <StatsPanel asked={asked} />}
    </ResourceList>
  );
}
