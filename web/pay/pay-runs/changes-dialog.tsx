import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { listPayRunChanges } from '#contract/pay/pay-runs.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { PayRun, PayRunChange } from '#contract/pay/pay-run.ts';
import { request } from '#web/platform/api.ts';
import { hoursOf, longDate, moneyOf } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import classes from './PayRuns.module.css';

/** Shows the check-ins of a run whose pay has changed. */
export function openChanges(run: PayRun): void {
  modals.open({
    title: `Changed since pay run ${run.id}`,
    size: 'xl',
    children: (
      <>
        <Changes run={run} />
        <Text size="sm" c="dimmed" mt="md" className={classes.checksum}>
          SHA-256 of {run.file_name}: {run.checksum}
        </Text>
      </>
    ),
  });
}

function Changes({ run }: { run: PayRun }) {
  const found = useQuery({
    queryKey: ['resource', 'pay-runs', 'changes', run.id],
    queryFn: ({ signal }) =>
      request(listPayRunChanges, {
        params: { id: run.id },
        query: { limit: limits.pickerRows },
        signal,
      }),
  });
  if (found.isPending) return <PleaseWait />;
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />;
  const { results, total } = found.data;
  if (total === 0) return <Text>Its check-ins are paid as they were exported.</Text>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard.
    <div className={classes.scroll} role="region" aria-label="Changes" tabIndex={0}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Check-in</th>
            <th scope="col">Paid</th>
            <th scope="col">Exported</th>
            <th scope="col">Now</th>
            <th scope="col">Corrected</th>
          </tr>
        </thead>
        <tbody>
          {results.map((change) => (
            <tr key={`${change.id} ${change.teacher} ${change.paycode}`}>
              <td>
                {change.subject_code}, {longDate(change.date)}
              </td>
              <td>{[change.teacher, change.paycode].filter(Boolean).join(', ')}</td>
              <td>{paid(change.exported_minutes, change.exported_amount)}</td>
              <td>{paid(change.minutes, change.amount)}</td>
              <td>{correctedText(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > results.length && (
        <Text c="dimmed">
          The first {results.length} of {total} are shown.
        </Text>
      )}
    </div>
  );
}

const paid = (minutes: number, amount: string): string =>
  minutes === 0 && Number(amount) === 0 ? 'Nothing' : `${hoursOf(minutes)} h, ${moneyOf(amount)}`;

const correctedText = ({ corrected_in }: PayRunChange): string =>
  corrected_in === null ? 'In the next run' : `In pay run ${corrected_in}`;
