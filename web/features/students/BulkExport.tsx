import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { download, fileName } from '../../ui/export/file.ts';
import { useDownload } from '../../ui/export/useDownload.ts';

/** All students as the file that the bulk upload takes. */
export function BulkExport() {
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = async () => download(await api.blob('attendance/bulk-student-export/'), fileName({ title: 'Students', today }, 'csv'));
  return (
    <Button variant="default" loading={busy} leftSection={<IconFileExport size={16} aria-hidden="true" />} onClick={() => void run(save)}>
      Bulk export
    </Button>
  );
}
