import { useQueryClient } from '@tanstack/react-query';
import { withdrawCheckIn } from '#contract/pay/payroll.endpoints.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';
import { logName } from './columns.tsx';

/** @returns withdraws a check-in, after a question. */
export function useWithdraw() {
  const { config } = useSession();
  const queries = useQueryClient();
  return async function withdraw(log: PayrollLog) {
    const question = {
      title: 'Withdraw this check-in?',
      text: `${logName(log)}. ${log.date === config.today ? 'Until the end of the day you can check in again.' : 'You cannot check in again: only accounts can.'}`,
      yes: 'Withdraw',
      no: 'Cancel',
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      await request(withdrawCheckIn, { params: { id: log.id } });
      toast('success', messages.itemDeleted);
    } catch (error) {
      toast('error', `${messages.deleteFailed}: ${asError(error).message}`);
    }
    await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}
