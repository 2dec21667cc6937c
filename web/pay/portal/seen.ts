import type { PayrollLog } from '#contract/pay/payroll.ts';

/** Returns the teacher and the amount of a line as the user sees them; nothing without the amount. */
export const seenOf = ({
  teacher,
  amount_need_to_be_paid,
}: Pick<PayrollLog, 'teacher' | 'amount_need_to_be_paid'>) =>
  amount_need_to_be_paid === undefined
    ? undefined
    : { teacher_id: teacher.id, amount_need_to_be_paid };
