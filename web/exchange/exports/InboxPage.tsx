import { Anchor, Button, Menu, Stack, Text } from '@mantine/core';
import { IconDownload, IconMailOpened } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { getAttachment } from '#contract/exchange/exports.endpoints.ts';
import type { InboxMail } from '#contract/exchange/export.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { download } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { countOf, moment } from '#web/ui/format.ts';
import { inboxColumns, inboxResource } from './resource.tsx';

const nameOf = ({ subject, to }: InboxMail) => `${subject} to ${to}`;

/** Mails of an institute without a mail server: readable, with their files. */
export function InboxPage() {
  const { time_zone, local_inbox } = useSession().config;
  const [open, setOpen] = useState<InboxMail | null>(null);
  const columns = useMemo(() => inboxColumns(time_zone, setOpen), [time_zone]);
  const options = useCallback(
    (mail: InboxMail) => (
      <Menu.Item
        leftSection={<IconMailOpened size={16} aria-hidden="true" />}
        onClick={() => setOpen(mail)}
      >
        Open
      </Menu.Item>
    ),
    [],
  );
  return (
    <>
      <ResourceList
        resource={inboxResource}
        columns={columns}
        defaultSort="-at"
        nameOf={nameOf}
        onlyShown
        rowOptions={options}
        onOpen={setOpen}
      >
        <Text c="dimmed" mb="xs">
          {local_inbox
            ? 'No mail server is set: mails stay here instead of being sent.'
            : 'Mails are sent by SMTP (SMTP_URL). Here are only those from the time without a mail server.'}
        </Text>
      </ResourceList>
      {open && <OpenMail mail={open} timeZone={time_zone} close={() => setOpen(null)} />}
    </>
  );
}

function OpenMail({
  mail,
  timeZone,
  close,
}: {
  mail: InboxMail;
  timeZone: string;
  close: () => void;
}) {
  const { busy, run } = useDownload();
  return (
    <Dialog opened onClose={close} title={mail.subject} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          To {mail.to}, {moment(mail.at, timeZone)}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }}>{mail.body}</Text>
        {mail.stop_url !== null && (
          <Anchor size="sm" href={mail.stop_url} target="_blank" rel="noreferrer">
            Stop these messages
          </Anchor>
        )}
        {mail.attachments.map(({ place, name, size }) => (
          <Button
            key={place}
            variant="default"
            loading={busy}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() =>
              void run(async () =>
                download(
                  await requestFile(getAttachment, { params: { id: mail.id, place } }),
                  name,
                ),
              )
            }
          >
            {name} ({countOf(Math.ceil(size / 1024))} KB)
          </Button>
        ))}
      </Stack>
    </Dialog>
  );
}
