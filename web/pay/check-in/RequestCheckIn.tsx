import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestCheckIn } from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import { request } from '#web/platform/api.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { prompt } from '#web/ui/prompt.tsx';
import { toast } from '#web/ui/toasts.ts';
import { checkInKeys } from './keys.ts';

interface RequestCheckInProps {
  of: { id: number; date: string };
  /** The title of the class. */
  title: string;
  /** A request exists: a new message replaces the old one. */
  isRequested?: boolean;
}

/** A teacher's message to accounts: the check-in of this class is missing. */
export function RequestCheckIn({ of, title, isRequested = false }: RequestCheckInProps) {
  const can = useCan();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (message: string) =>
      request(requestCheckIn, { body: { class_schedule: of.id, date: of.date, message } }),
    onSuccess: () => toast('success', 'Request sent to accounts'),
    onError: (error) => toast('error', error.message),
    onSettled: () =>
      Promise.all(checkInKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  if (!can('My Timesheet', 'add')) return null;

  async function ask() {
    const message = await prompt({
      title: 'Request a check-in',
      text: `${title}. Accounts sees your message beside the class and can enter the check-in.`,
      label: 'Message',
      max: limits.reasonLength,
      yes: 'Send request',
    });
    if (message !== null) send.mutate(message);
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={send.isPending}
      disabled={send.isSuccess}
      onClick={() => void ask()}
    >
      {send.isSuccess ? 'Requested' : isRequested ? 'Change request' : 'Request check-in'}
    </Button>
  );
}
