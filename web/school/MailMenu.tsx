import { Button, Menu } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getListMails, orderListMail } from '#contract/messages/list-mails.endpoints.ts';
import {
  listMailPermissions,
  mailIntervals,
  type MailedList,
  type MailInterval,
} from '#contract/messages/list-mail-terms.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import { toast } from '#web/ui/toasts.ts';

const orders = queryOptions({
  queryKey: ['list-mails'],
  queryFn: ({ signal }) => request(getListMails, { signal }),
});

const never = 'never';
const titles = {
  week: 'Each Monday',
  month: 'Each month, on the 1st',
  never: 'Not by mail',
} satisfies Record<MailInterval | typeof never, string>;

/** Orders the figures of a list by mail, to one's own address. */
export function MailMenu({ list }: { list: MailedList }) {
  if (!useCan()(...listMailPermissions[list])) return null;
  return (
    <LazyMenu
      position="bottom-end"
      target={
        <Button variant="default" leftSection={<IconMail size={16} aria-hidden="true" />}>
          By mail
        </Button>
      }
    >
      <Intervals list={list} />
    </LazyMenu>
  );
}

function Intervals({ list }: { list: MailedList }) {
  const queries = useQueryClient();
  const { data, error } = useQuery(orders);
  const order = useMutation({
    mutationFn: (every: MailInterval | null) => request(orderListMail, { body: { list, every } }),
    onSuccess: (saved, every) => {
      queries.setQueryData(orders.queryKey, saved);
      toast(
        'success',
        every === null
          ? 'No more mails of this list.'
          : `${titles[every]} a mail goes to ${saved.recipient}.`,
      );
    },
    onError: (failed) => toast('error', asError(failed).message),
  });
  const current = data?.results.find((one) => one.list === list)?.every ?? null;
  return (
    <>
      <Menu.Label>
        {error ? 'This could not be read. Try again later.' : `To ${data?.recipient ?? '…'}`}
      </Menu.Label>
      <Menu.RadioGroup
        value={current ?? never}
        onChange={(value) => order.mutate(mailIntervals.find((every) => every === value) ?? null)}
      >
        {([...mailIntervals, never] as const).map((value) => (
          <Menu.RadioItem key={value} value={value} disabled={!data} closeMenuOnClick>
            {titles[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
