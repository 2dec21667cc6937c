import { useMutation, useQueryClient } from '@tanstack/react-query';
import { payrollLogEndpoints, recalculateCheckIns } from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';

type Filters = Record<string, string | undefined>;

const lines = (count: number) => `${count} ${count === 1 ? 'check-in' : 'check-ins'}`;

/** Pays pending check-ins by the current minutes of their classes. */
export function useRecalculation(done?: () => void) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (ids: number[]) => request(recalculateCheckIns, { body: { ids } }),
    async onSuccess({ results }) {
      const changed = results.filter(({ status }) => status === 'recalculated').length;
      toast('success', `${lines(changed)} recalculated`);
      done?.();
      await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => toast('error', error.message),
  });

  /** All flagged lines of the filters. */
  const all = useMutation({
    async mutationFn(filters: Filters) {
      const { results } = await request(payrollLogEndpoints.list, {
        query: { ...filters, flag: 'minutes_differ', limit: limits.mostRows },
      });
      const sure = await confirm({
        title: `Recalculate ${lines(results.length)}?`,
        text: 'They are paid by the minutes that their classes have now, at their recorded rates. Amounts that were entered by hand are calculated again.',
        yes: 'Recalculate',
        no: 'Cancel',
      });
      if (sure) await send.mutateAsync(results.map(({ id }) => id));
    },
    onError: (error) => toast('error', error.message),
  });
  return { one: (id: number) => send.mutate([id]), all, busy: send.isPending };
}
