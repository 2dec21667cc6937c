import { Button, Text } from '@mantine/core';
import { IconCheck, IconLockOpen } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setCheckInStatus } from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { prompt } from '#web/ui/prompt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { moneyOf } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';
import { totalsOf } from '../timesheet/totals.ts';
import { useClosedDays } from './closing.ts';
import { seenOf } from './seen.ts';

/** Completes the selected check-ins of open days, or reopens them with a reason. */
export function BulkStatus({ logs, done }: { logs: PayrollLog[]; done: () => void }) {
  const isClosed = useClosedDays();
  const queries = useQueryClient();
  const update = useMutation({
    mutationFn: (body: BodyOf<typeof setCheckInStatus>) => request(setCheckInStatus, { body }),
    async onSuccess() {
      toast('success', messages.updated);
      done();
      await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError(error) {
      toast('error', error.message);
      for (const queryKey of checkInKeys) void queries.invalidateQueries({ queryKey });
    },
  });
  const open = logs.filter(({ date }) => !isClosed(date));
  const leftOut = logs.length - open.length;
  const pending = open.filter(({ status }) => status === 'pending');
  const completed = open.filter(({ status }) => status === 'completed');
  const idsOf = (those: PayrollLog[]) => those.map(({ id }) => id);

  async function complete() {
    const sure = await confirm({
      title: `Complete ${pending.length} ${pending.length === 1 ? 'check-in' : 'check-ins'}?`,
      text: `Together ${moneyOf(totalsOf(pending).amount)}. Completed check-ins are locked; reopening one takes a reason.`,
      yes: 'Complete',
      no: 'Cancel',
    });
    if (sure)
      update.mutate({
        ids: idsOf(pending),
        status: 'completed',
        seen: pending.flatMap(({ id, ...log }) => {
          const seen = seenOf(log);
          return seen ? { id, ...seen } : [];
        }),
      });
  }

  async function reopen() {
    const reason = await prompt({
      title: `Reopen ${completed.length} ${completed.length === 1 ? 'check-in' : 'check-ins'}?`,
      text: 'They become pending again. The reason is recorded in their history.',
      label: 'Reason',
      max: limits.reasonLength,
      yes: 'Reopen',
    });
    if (reason !== null) update.mutate({ ids: idsOf(completed), status: 'pending', reason });
  }

  return (
    <>
      {leftOut > 0 && (
        <Text size="sm" role="status">
          {leftOut} left out: pay is closed
        </Text>
      )}
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
