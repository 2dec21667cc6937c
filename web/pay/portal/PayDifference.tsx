import { Text } from '@mantine/core';
import { centsOf, decimalOf } from '#contract/pay/money.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { useFieldProps } from '#web/ui/form/form-context.ts';
import { moneyOf } from '#web/ui/format.ts';

/** By how much the form changes the amount, and the pay run that has it (R-PAY-10). */
export function PayDifference({ log }: { log: PayrollLog }) {
  const typed = String(useFieldProps('amount_need_to_be_paid').value ?? '').trim();
  const status = useFieldProps('status').value;
  const before = centsOf(log.amount_need_to_be_paid ?? '0');
  const isPaid = typeof log.pay_run === 'number';
  const amount = /^\d+(\.\d{1,2})?$/.test(typed) ? centsOf(typed) : null;
  if (amount === null) return null;
  // A run exports completed check-ins alone.
  const after = isPaid && status === 'pending' ? 0 : amount;
  const difference = after - before;
  return (
    <Text size="sm" role="status">
      {difference !== 0 &&
        `${difference > 0 ? '+' : '−'}${moneyOf(decimalOf(Math.abs(difference)))} on ${moneyOf(decimalOf(before))}. `}
      {isPaid &&
        (difference === 0
          ? `Exported in pay run ${log.pay_run}.`
          : `Pay run ${log.pay_run} has exported it: the next run has the correction.`)}
    </Text>
  );
}
