import { Alert, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays, isDate } from '#contract/dates.ts';
import {
  getPayrollStats,
  listMissingCheckIns,
  payrollLogEndpoints,
} from '#contract/pay/payroll.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { useFieldProps } from '#web/ui/form/form-context.ts';
import { countOf, longDate, moneyOf } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { logName } from '../timesheet/columns.tsx';
import { missingPath, portalResource } from './resource.ts';

const shown = 5;
/** The longest period in which classes without a check-in are looked for, in days. */
const longestPeriod = 366;

interface LockedByClosingProps {
  /** Until when pay is closed now. */
  before: string | null;
  /** Closes the dialog, before another page is opened. */
  leave: () => void;
}

/** What the chosen day would lock: pending check-ins, and classes without one (R-PAY-8). */
export function LockedByClosing({ before, leave }: LockedByClosingProps) {
  const until = String(useFieldProps('until').value ?? '');
  if (!isDate(until) || (before !== null && until <= before)) return null;
  return <Locked until={until} before={before} leave={leave} />;
}

function Locked({ until, before, leave }: LockedByClosingProps & { until: string }) {
  const from_date = before === null ? undefined : addDays(before, 1);
  const pending = { status: 'pending', to_date: until, ...(from_date && { from_date }) } as const;
  const earliest = addDays(until, 1 - longestPeriod);
  const missing = {
    from_date: from_date && from_date > earliest ? from_date : earliest,
    to_date: until,
  };
  const found = useQuery({
    queryKey: resourceKey(portalResource, 'locked', before, until),
    queryFn: async ({ signal }) => {
      const [sums, logs, without] = await Promise.all([
        request(getPayrollStats, { query: pending, signal }),
        request(payrollLogEndpoints.list, {
          query: { ...pending, ordering: 'date', limit: shown },
          signal,
        }),
        request(listMissingCheckIns, { query: { ...missing, limit: 1 }, signal }),
      ]);
      return { sums, logs: logs.results, without: without.total };
    },
  });
  if (found.isPending) return <Text size="sm">Looking for what this locks …</Text>;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { sums, logs, without } = found.data;
  if (sums.pending + without === 0)
    return <Text size="sm">No check-in of these days is pending or missing.</Text>;
  return (
    <Alert color="yellow" variant="outline" title={`Locked until ${longDate(until)}`}>
      {sums.pending > 0 && (
        <>
          <AnchorLink size="sm" to={portalResource.path} search={pending} onClick={leave}>
            {sums.pending === 1 ? '1 check-in stays' : `${countOf(sums.pending)} check-ins stay`}{' '}
            pending, {moneyOf(sums.total_amount)}
          </AnchorLink>
          <List size="sm" mb="xs">
            {logs.map((log) => (
              <List.Item key={log.id}>
                {logName(log)}, {moneyOf(log.amount_need_to_be_paid ?? '0')}
              </List.Item>
            ))}
            {sums.pending > logs.length && (
              <List.Item>and {countOf(sums.pending - logs.length)} more</List.Item>
            )}
          </List>
        </>
      )}
      {without > 0 && (
        <AnchorLink size="sm" to={missingPath} search={missing} onClick={leave}>
          {without === 1 ? '1 class has' : `${countOf(without)} classes have`} no check-in
        </AnchorLink>
      )}
    </Alert>
  );
}
