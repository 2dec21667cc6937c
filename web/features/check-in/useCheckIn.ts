import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/messages.ts';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useUser } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { fullName } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';
import { checkInKeys } from './keys.ts';
import { mayObject, useObjection } from './useObjection.ts';

/** A class on a date, and whose it is. */
export interface TaughtClass {
  id: number;
  date: string;
  teacher: { id: number; first_name: string; last_name: string };
}

/** Checks in to a class; to somebody else's only when one is sure, since only one check-in is paid. */
export function useCheckIn({ id, date, teacher }: TaughtClass) {
  const { teacher_id } = useUser();
  const queries = useQueryClient();
  const { object } = useObjection();
  const add = useMutation({
    mutationFn: () => api.post<PayrollLog>('attendance/payroll-logs/create/', { class_schedule: id, date }),
    onSuccess(log) {
      const mine = teacher_id === null || log.teacher.id === teacher_id;
      if (mine) toast('success', messages.checkedIn);
      else if (mayObject(log, teacher_id)) void object(log);
      else toast('information', `Checked in by ${fullName(log.teacher)}`);
    },
    onError: (error) => toast('error', error.message),
    onSettled: () => Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });

  async function checkIn() {
    if (teacher_id !== teacher.id && !(await confirm(questionOf(fullName(teacher), teacher_id === null)))) return;
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
