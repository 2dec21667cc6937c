import { Button, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarLink, NewCalendarLink } from '../../../contract/calendar-link.ts';
import { messages } from '../../../contract/messages.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { confirm } from '../../ui/confirm.ts';
import { moment } from '../../ui/names.ts';
import { toast } from '../../ui/toasts.ts';

const path = 'attendance/calendar-link/';

/** One's classes in the calendar of a phone, under a private link. */
export function CalendarLinkButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconCalendarShare size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Calendar link
      </Button>
      {open && <LinkDialog close={() => setOpen(false)} />}
    </>
  );
}

function LinkDialog({ close }: { close: () => void }) {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: ['calendar-link'] });
  const link = useQuery({ queryKey: ['calendar-link'], queryFn: ({ signal }) => api.get<CalendarLink>(path, { signal }) });
  const failed = (error: Error) => toast('error', error.message);
  const make = useMutation({ mutationFn: () => api.post<NewCalendarLink>(`${path}create/`, {}), onSuccess: changed, onError: failed });
  const remove = useMutation({ mutationFn: () => api.delete(path), onSuccess: changed, onError: failed });
  const since = link.data?.created_at;

  async function again() {
    const question = { title: 'Make a new link?', text: 'The one you have now stops working.', yes: 'Make a new link', no: 'Cancel' };
    if (!since || (await confirm(question))) make.mutate();
  }

  return (
    <Modal opened onClose={close} title="Calendar link" centered>
      <Stack>
        <Text>Your classes in the calendar of your phone or mail program: subscribe to this link. Whoever has it can see your classes.</Text>
        {link.isError && <Text c="var(--mantine-color-error)">{link.error.message}</Text>}
        {link.isPending && <Text c="dimmed">{messages.fetching}</Text>}
        {make.data && since && (
          <Group align="end" wrap="nowrap">
            <TextInput
              flex={1}
              label="Link"
              description="It is shown only now"
              readOnly
              value={make.data.url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton value={make.data.url}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Group>
        )}
        {since && !make.data && <Text c="dimmed">A link has been there since {moment(since, time_zone)}.</Text>}
        <Group justify="flex-end">
          {since && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              loading={remove.isPending}
              onClick={() => {
                make.reset();
                remove.mutate();
              }}
            >
              Take the link away
            </Button>
          )}
          <Button loading={make.isPending} disabled={link.isPending} onClick={() => void again()}>
            {since ? 'Make a new link' : 'Make a link'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
