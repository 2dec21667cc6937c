import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { api, Refusal } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { download, fileName } from '../../ui/export/file.ts';
import { toast, workingToast } from '../../ui/toasts.ts';

/** All students as the file that the bulk upload takes. */
export function BulkExport() {
  const { today } = useSession().config;
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    const finish = workingToast(messages.fetching);
    try {
      download(await api.blob('attendance/bulk-student-export/'), fileName({ title: 'Students', today }, 'csv'));
      toast('success', messages.downloaded);
    } catch (error) {
      toast('error', error instanceof Refusal && error.status ? error.message : messages.downloadFailed);
    } finally {
      finish();
      setBusy(false);
    }
  }

  return (
    <Button variant="default" loading={busy} leftSection={<IconFileExport size={16} aria-hidden="true" />} onClick={() => void run()}>
      Bulk export
    </Button>
  );
}
