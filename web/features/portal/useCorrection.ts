import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '../../../contract/messages.ts';
import { api, Refusal } from '../../app/api.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';

/** Whether a check-in was refused for another one of the teacher at the same time, which accounts may confirm. */
export const isOverlap = (error: unknown): error is Refusal => error instanceof Refusal && error.status === 409 && 'overlaps' in error.body;

/** Asks whether a teacher is paid for two classes at the same time. */
export const confirmOverlap = ({ message }: Refusal): Promise<boolean> =>
  confirm({ title: 'Two classes at the same time?', text: message, yes: 'Pay both', no: 'Cancel' });

/** The same for a form: what it sends as well, null for no; undefined when it was refused for something else. */
export async function askOverlap(refusal: unknown): Promise<{ confirm_overlap: true } | null | undefined> {
  if (!isOverlap(refusal)) return undefined;
  return (await confirmOverlap(refusal)) ? { confirm_overlap: true } : null;
}

/** Sends what accounts decides, and once more when an overlap is confirmed. */
export function useCorrection<Body extends object>(send: (body: Body & { confirm_overlap?: true }) => Promise<unknown>, done?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(body: Body) {
      try {
        await send(body);
      } catch (error) {
        if (!isOverlap(error)) throw error;
        if (!(await confirmOverlap(error))) return false;
        await send({ ...body, confirm_overlap: true });
      }
      return true;
    },
    async onSuccess(sent) {
      if (!sent) return;
      toast('success', messages.updated);
      done?.();
      await Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: (error) => toast('error', error.message),
  });
}

/** What accounts corrects of one line. */
export const patchLog = (id: number) => (body: object) => api.patch(`attendance/payroll-logs/${id}/`, body);
