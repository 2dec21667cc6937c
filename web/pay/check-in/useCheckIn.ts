import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkIn as checkInEndpoint } from '#contract/pay/payroll.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from './keys.ts';
import { canObject, useObjection } from './useObjection.ts';

/** A class on a date with its teacher. */
export interface TaughtClass {
  id: number;
  date: string;
  teacher: { id: number; first_name: string; last_name: string };
}

/**
 * Checks in to a class; another teacher's class needs a confirmation, since only one check-in is
 * paid.
 */
export function useCheckIn({ id, date, teacher }: TaughtClass) {
  const { teacher_id } = useUser();
  const queries = useQueryClient();
  const { object } = useObjection();
  const add = useMutation({
    mutationFn: () => request(checkInEndpoint, { body: { class_schedule: id, date } }),
    onSuccess(log) {
      const mine = teacher_id === null || log.teacher.id === teacher_id;
      if (mine) toast('success', messages.checkedIn);
      else if (canObject(log, teacher_id)) void object(log);
      else toast('information', `Checked in by ${fullName(log.teacher)}`);
    },
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });

  async function checkIn() {
    if (
      teacher_id !== teacher.id &&
      !(await confirm(questionOf(fullName(teacher), teacher_id === null)))
    )
      return;
    add.mutate();
  }
  return { checkIn, busy: add.isPending };
}

const questionOf = (name: string, noTeacher: boolean) => ({
  title: noTeacher ? `Check in for ${name}?` : `Check in instead of ${name}?`,
  text: noTeacher
    ? `You do not teach here: the check-in is ${name}’s.`
    : `This is ${name}’s class. Check in as stand-in? Each class has one check-in a day: this one will be on your timesheet, and ${name} sees it.`,
  yes: 'Check in',
  no: 'Cancel',
});
