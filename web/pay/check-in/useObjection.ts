import { useMutation, useQueryClient } from '@tanstack/react-query';
import { contestCheckIn } from '#contract/pay/payroll.endpoints.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from './keys.ts';

/** A stand-in's check-in in the user's own class, until accounts has decided. */
export const canObject = (
  { stands_in, class_teacher, status, contested_at }: PayrollLog,
  teacher: number | null,
): boolean =>
  stands_in && class_teacher.id === teacher && status === 'pending' && contested_at === null;

/** "This was me": the class's teacher objects to a stand-in's check-in, and accounts decides. */
export function useObjection() {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (id: number) => request(contestCheckIn, { params: { id }, body: {} }),
    onSuccess: () => toast('success', 'Accounts decides who is paid'),
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });

  async function object({ id, teacher }: Pick<PayrollLog, 'id' | 'teacher'>) {
    const name = fullName(teacher);
    const question = {
      title: `Checked in by ${name}`,
      text: `${name} checked in to your class as stand-in. If you took it yourself, accounts decides who is paid.`,
      yes: 'This was me',
      no: 'Cancel',
    };
    if (await confirm(question)) send.mutate(id);
  }
  return { object, busy: send.isPending };
}
