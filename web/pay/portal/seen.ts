import type { PayrollLog } from '#contract/pay/payroll.ts';

/** What of a line decides its pay, as the user sees it; nothing without its amount. */
export const seenOf = ({
  teacher,
  amount_need_to_be_paid,
}: Pick<PayrollLog, 'teacher' | 'amount_need_to_be_paid'>) =>
  amount_need_to_be_paid === undefined
    ? undefined
    : { teacher_id: teacher.id, amount_need_to_be_paid };
