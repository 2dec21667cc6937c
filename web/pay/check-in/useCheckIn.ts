import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkIn as checkInEndpoint } from '#contract/pay/payroll.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useUser } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { fullName } from '#contract/person-name.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from './keys.ts';
import { openPlaces, ownPlace, type TaughtClass } from './taught-class.ts';
import { askPlace } from './ask-place.tsx';
import { canObject, useObjection } from './useObjection.ts';

/**
 * Checks in to a class; another teacher's place needs a confirmation, since each has one paid
 * check-in, and where the class has several teachers it is chosen.
 */
export function useCheckIn(of: TaughtClass) {
  const { id, date } = of;
  const { teacher_id } = useUser();
  const queries = useQueryClient();
  const { object } = useObjection();
  const add = useMutation({
    mutationFn: (more: { place?: number }) =>
      request(checkInEndpoint, { body: { class_schedule: id, date, ...more } }),
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
    if (ownPlace(of, teacher_id)) return add.mutate({});
    const isForOther = teacher_id === null;
    const open = openPlaces(of);
    const [only = of.places[0]] = open;
    if (!only) return;
    if (open.length > 1) {
      const place = await askPlace(open, isForOther);
      if (place !== null) add.mutate({ place });
    } else if (await confirm(questionOf(fullName(only.teacher), isForOther)))
      add.mutate(of.places.length > 1 ? { place: only.id } : {});
  }
  return { checkIn, busy: add.isPending };
}

const questionOf = (name: string, noTeacher: boolean) => ({
  title: noTeacher ? `Check in for ${name}?` : `Check in instead of ${name}?`,
  text: noTeacher
    ? `You do not teach here: the check-in is ${name}’s.`
    : `This is ${name}’s class. Check in as stand-in? Each teacher of a class has one check-in a day: this one will be on your timesheet, and ${name} sees it.`,
  yes: 'Check in',
  no: 'Cancel',
});
