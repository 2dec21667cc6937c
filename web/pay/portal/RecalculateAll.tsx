import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { payrollLogEndpoints } from '#contract/pay/payroll.endpoints.ts';
import { request } from '#web/platform/api.ts';
import classes from './Portal.module.css';
import { useRecalculation } from './useRecalculation.ts';

/** The number of filtered lines that are not paid by the current minutes, with one button for all. */
export function RecalculateAll({ filters }: { filters: Record<string, string | undefined> }) {
  const { all, busy } = useRecalculation();
  const { flag: _flag, ...others } = filters;
  const found = useQuery({
    queryKey: ['resource', 'payroll-logs', 'minutes-differ', others],
    queryFn: ({ signal }) =>
      request(payrollLogEndpoints.list, {
        query: { ...others, flag: 'minutes_differ', limit: 1 },
        signal,
      }),
  });
  const count = found.data?.total ?? 0;
  if (count === 0) return null;
  return (
    <div className={classes.closed}>
      <Text size="sm">
        {count === 1
          ? 'The class of 1 pending check-in has other minutes now'
          : `The classes of ${count} pending check-ins have other minutes now`}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy || all.isPending}
        onClick={() => all.mutate(others)}
      >
        Recalculate {count}
      </Button>
    </div>
  );
}
