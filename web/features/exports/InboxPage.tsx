import { Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconMailOpened } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { getAttachment } from '#contract/endpoints/exports.ts';
import type { InboxMail } from '#contract/export.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { moment } from '#web/ui/format.ts';
import { inboxColumns, inboxResource } from './resource.tsx';

const nameOf = ({ subject, to }: InboxMail) => `${subject} to ${to}`;

/** Mails of an institute without a mail server: readable, with their files. */
export function InboxPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => inboxColumns(time_zone), [time_zone]);
  const [open, setOpen] = useState<InboxMail | null>(null);
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
      >
        <Text c="dimmed" mb="xs">
          No mail server is set: mails stay here instead of being sent.
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
    <Modal opened onClose={close} title={mail.subject} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          To {mail.to}, {moment(mail.at, timeZone)}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }}>{mail.body}</Text>
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
            {name} ({Math.ceil(size / 1024).toLocaleString('en')} KB)
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
