import { Button, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconMailOpened } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { InboxMail } from '../../../contract/export.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { download } from '../../ui/export/file.ts';
import { useDownload } from '../../ui/export/useDownload.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { moment } from '../../ui/names.ts';
import { inboxColumns, inboxSection } from './section.tsx';

const nameOf = ({ subject, to }: InboxMail) => `${subject} to ${to}`;

/** Where mails lie while no mail server is set: they can be read, and their files opened. */
export function InboxPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => inboxColumns(time_zone), [time_zone]);
  const [open, setOpen] = useState<InboxMail | null>(null);
  const options = useCallback(
    (mail: InboxMail) => (
      <Menu.Item leftSection={<IconMailOpened size={16} aria-hidden="true" />} onClick={() => setOpen(mail)}>
        Open
      </Menu.Item>
    ),
    [],
  );
  return (
    <>
      <ResourceList section={inboxSection} columns={columns} usualOrder="-at" nameOf={nameOf} onlyShown rowOptions={options}>
        <Text c="dimmed" mb="xs">
          No mail server is set: mails are kept here instead of being sent.
        </Text>
      </ResourceList>
      {open && <OpenMail mail={open} timeZone={time_zone} close={() => setOpen(null)} />}
    </>
  );
}

function OpenMail({ mail, timeZone, close }: { mail: InboxMail; timeZone: string; close: () => void }) {
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
            onClick={() => void run(async () => download(await api.blob(`attendance/inbox/${mail.id}/attachments/${place}/`), name))}
          >
            {name} ({Math.ceil(size / 1024).toLocaleString('en')} KB)
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
