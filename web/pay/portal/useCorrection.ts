import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import { changeCheckIn } from '#contract/pay/payroll.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from '../check-in/keys.ts';

/** Whether a check-in was rejected because of an overlap, which accounts may confirm. */
export const isOverlap = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409 && 'overlaps' in error.body;

/** Asks whether a teacher is paid for two classes at the same time. */
export const confirmOverlap = ({ message }: ApiError): Promise<boolean> =>
  confirm({ title: 'Two classes at the same time?', text: message, yes: 'Pay both', no: 'Cancel' });

/** For a form: additional fields to send, null to cancel; undefined for other errors. */
export async function askToOverlap(
  error: unknown,
): Promise<{ confirm_overlap: true } | null | undefined> {
  if (!isOverlap(error)) return undefined;
  return (await confirmOverlap(error)) ? { confirm_overlap: true } : null;
}

/** Sends a correction, again with the confirmation of an overlap. */
export function useCorrection<Body extends object>(
  send: (body: Body & { confirm_overlap?: true }) => Promise<unknown>,
  done?: () => void,
) {
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
export const patchLog = (id: number) => (body: BodyOf<typeof changeCheckIn>) =>
  request(changeCheckIn, { params: { id }, body });
