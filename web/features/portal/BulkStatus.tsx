import { Button } from '@mantine/core';
import { IconCheck, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { PayrollLog, PayState } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { ask } from '../../ui/ask.tsx';
import { confirm } from '../../ui/confirm.ts';
import { moneyOf } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';
import { sumsOf } from '../timesheet/sums.ts';

/** Completes what is selected, or reopens it with a reason. */
export function BulkStatus({ logs, done }: { logs: PayrollLog[]; done: () => void }) {
  const queries = useQueryClient();
  const update = useMutation({
    mutationFn: (body: { ids: number[]; status: PayState; reason?: string }) => api.post('attendance/payroll-logs/bulk-update/', body),
    async onSuccess() {
      toast('success', messages.updated);
      done();
      await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => toast('error', error.message),
  });
  const pending = logs.filter(({ status }) => status === 'pending');
  const completed = logs.filter(({ status }) => status === 'completed');
  const idsOf = (those: PayrollLog[]) => those.map(({ id }) => id);

  async function complete() {
    const sure = await confirm({
      title: `Complete ${pending.length} ${pending.length === 1 ? 'check-in' : 'check-ins'}?`,
      text: `Together ${moneyOf(sumsOf(pending).amount)}. Completed check-ins are locked; reopening one takes a reason.`,
      yes: 'Complete',
      no: 'Cancel',
    });
    if (sure) update.mutate({ ids: idsOf(pending), status: 'completed' });
  }

  async function reopen() {
    const reason = await ask({
      title: `Reopen ${completed.length} ${completed.length === 1 ? 'check-in' : 'check-ins'}?`,
      text: 'They become pending again. The reason is kept in their history.',
      label: 'Reason',
      most: limits.reasonLength,
      yes: 'Reopen',
    });
    if (reason !== null) update.mutate({ ids: idsOf(completed), status: 'pending', reason });
  }

  return (
    <>
      {pending.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={update.isPending}
          leftSection={<IconCheck size={15} aria-hidden="true" />}
          onClick={() => void complete()}
        >
          Complete {pending.length}
        </Button>
      )}
      {completed.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={update.isPending}
          leftSection={<IconLockOpen size={15} aria-hidden="true" />}
          onClick={() => void reopen()}
        >
          Reopen {completed.length}
        </Button>
      )}
    </>
  );
}
