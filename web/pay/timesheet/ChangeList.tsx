import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getCheckInHistory } from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { PayrollChange } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import classes from './Timesheet.module.css';

const labels: Record<PayrollChange['what'], string> = {
  checked_in: 'checked in',
  entered: 'entered it',
  changed: 'changed it',
  reopened: 'reopened it',
  withdrawn: 'withdrew it',
  contested: 'objected',
};

/** The history of a check-in. */
export function ChangeList({ id }: { id: number }) {
  const { time_zone } = useSession().config;
  const found = useQuery({
    queryKey: ['resource', 'payroll-logs', 'history', id],
    queryFn: ({ signal }) =>
      request(getCheckInHistory, { params: { id }, query: { limit: limits.pickerRows }, signal }),
  });
  if (found.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  if (found.data.total === 0)
    return <Text c="dimmed">Nothing has been recorded about this check-in.</Text>;
  return (
    <ol className={classes.changes}>
      {found.data.results.map((change) => (
        <li key={change.id}>
          <strong>{change.by}</strong> {labels[change.what]}
          {change.device !== null && ` by card at ${change.device}`}, {moment(change.at, time_zone)}
          {change.reason && <>: “{change.reason}”</>}
          {change.changes.length > 0 && (
            <ul>
              {change.changes.map(({ field, from, to }) => (
                <li key={field}>
                  {field}: {from} → {to}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
