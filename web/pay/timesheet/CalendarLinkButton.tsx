import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarShare } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createCalendarLink,
  getCalendarLink,
  removeCalendarLink,
} from '#contract/timetable/calendar.endpoints.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { moment } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { subscriptionLinks } from './subscribe.ts';

/** The user's classes in the calendar of a phone, by a private link. */
export function CalendarLinkButton() {
  const [isPressed, setPressed] = useState(false);
  const navigate = useNavigate();
  // The user menu leads here.
  const { show }: { show?: string } = useSearch({ strict: false });
  const isOpen = isPressed || show === 'calendar-link';
  const close = () => {
    setPressed(false);
    if (show !== undefined) void navigate({ to: '.', search: {}, replace: true });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarShare size={16} aria-hidden="true" />}
        onClick={() => setPressed(true)}
      >
        Calendar link
      </Button>
      {isOpen && <LinkDialog close={close} />}
    </>
  );
}

function LinkDialog({ close }: { close: () => void }) {
  const { time_zone } = useSession().config;
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: ['calendar-link'] });
  const link = useQuery({
    queryKey: ['calendar-link'],
    queryFn: ({ signal }) => request(getCalendarLink, { signal }),
  });
  const failed = (error: Error) => toast('error', error.message);
  const make = useMutation({
    mutationFn: () => request(createCalendarLink, { body: {} }),
    onSuccess: changed,
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => request(removeCalendarLink),
    onSuccess: changed,
    onError: failed,
  });
  const since = link.data?.created_at;

  async function again() {
    const question = {
      title: 'Create a new link?',
      text: 'The current link stops working.',
      yes: 'Create a new link',
      no: 'Cancel',
    };
    if (!since || (await confirm(question))) make.mutate();
  }

  return (
    <Dialog opened onClose={close} title="Calendar link" centered>
      <Stack>
        <Text>
          Your classes in the calendar of your phone or mail program: subscribe to this link. Anyone
          who has it can see your classes.
        </Text>
        {link.isError && <Text c="var(--mantine-color-error)">{link.error.message}</Text>}
        {link.isPending && <Text c="dimmed">{messages.fetching}</Text>}
        {make.data && since && <NewLink url={make.data.url} />}
        {since && !make.data && (
          <Text c="dimmed">Your link was created on {moment(since, time_zone)}.</Text>
        )}
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
              Remove the link
            </Button>
          )}
          <Button loading={make.isPending} disabled={link.isPending} onClick={() => void again()}>
            {since ? 'Create a new link' : 'Create a link'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A link that was just made: as text, as a code, and for some calendars. */
function NewLink({ url }: { url: string }) {
  const { title } = useSession().config;
  return (
    <>
      <Group align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Link"
          description="It is shown only now"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Group align="center" wrap="nowrap">
        <QrCode text={url.replace(/^https?:/, 'webcal:')} label="Code for the camera of a phone" />
        <Stack gap="xs">
          {subscriptionLinks(url, `${title}: my classes`).map(({ title: way, href, page }) => (
            <Button
              key={way}
              component="a"
              variant="default"
              href={href}
              {...(page && { target: '_blank', rel: 'noreferrer' })}
            >
              {way}
            </Button>
          ))}
        </Stack>
      </Group>
    </>
  );
}
