import { payRunEndpoints } from '#contract/pay/pay-runs.endpoints.ts';
import type { PayRun } from '#contract/pay/pay-run.ts';
import { hoursOf, longDate, moment, moneyOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';

const payRunsPath = '/timesheet-admin-portal/runs';

export const payRunResource: ResourceInfo<PayRun> = {
  title: 'Pay runs',
  singular: 'Pay run',
  path: payRunsPath,
  calls: payRunEndpoints,
  permission: 'Payrolls',
  archivable: false,
  addPath: null,
};

export const payRunName = ({ id }: PayRun): string => `pay run ${id}`;

export const payRunColumns = (timeZone: string): Column<PayRun>[] => [
  { id: 'id', title: 'Run', text: (run) => run.id, ordering: 'id', numeric: true },
  {
    id: 'period',
    title: 'Days',
    text: (run) => `${longDate(run.from_date)} – ${longDate(run.to_date)}`,
  },
  { id: 'lines', title: 'Check-ins', text: (run) => run.lines, numeric: true },
  { id: 'corrections', title: 'Corrections', text: (run) => run.corrections, numeric: true },
  { id: 'hours', title: 'Hours', text: (run) => hoursOf(run.minutes), numeric: true },
  {
    id: 'amount',
    title: 'Amount',
    text: (run) => run.amount,
    cell: (run) => moneyOf(run.amount),
    numeric: true,
  },
  { id: 'made_at', title: 'Made', text: (run) => moment(run.made_at, timeZone) },
  { id: 'made_by', title: 'By', text: (run) => run.made_by },
  {
    id: 'checksum',
    title: 'Checksum',
    text: (run) => run.checksum,
    // On screen it is in the dialog of the changes.
    onlyInFiles: true,
  },
];
