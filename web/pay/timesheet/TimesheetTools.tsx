import { Button, Group, Menu } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { hoursOf } from '#web/ui/format.ts';
import { CalendarLinkButton } from './CalendarLinkButton.tsx';
import { ownColumns } from './columns.tsx';
import { totalsOf } from './totals.ts';

interface TimesheetToolsProps {
  logs: PayrollLog[];
  /** The title of the file. */
  title: string;
}

/** The calendar link, and the timesheet as a file and on paper. */
export function TimesheetTools({ logs, title }: TimesheetToolsProps) {
  const download = useDownload();
  const sums = totalsOf(logs);
  const totals = ownColumns.map(({ id }) =>
    id === 'date'
      ? 'Total'
      : id === 'hours'
        ? hoursOf(sums.minutes)
        : id === 'amount'
          ? sums.amount
          : '',
  );
  const save = (format: 'csv' | 'pdf') =>
    void download.run(() =>
      download.save(format, {
        title,
        columns: ownColumns,
        rows: logs,
        totals,
      }),
    );

  return (
    <Group gap="xs" className="at-screen">
      <CalendarLinkButton />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={download.busy}
            disabled={logs.length === 0}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => save('pdf')}>PDF</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        disabled={logs.length === 0}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </Group>
  );
}
