import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RollRow } from '../../../contract/attendance.ts';
import { api } from '../../app/api.ts';
import { download, fileName } from '../../ui/export/file.ts';
import { useDownload } from '../../ui/export/useDownload.ts';
import type { ClassOnDate } from './roll.ts';

/** The marks of a roll as CSV; before the first one there is nothing to export. */
export function RollExport({ of, roll, name }: { of: ClassOnDate; roll: RollRow[]; name: string }) {
  const { busy, run } = useDownload();
  const ids = roll.flatMap(({ attendance_uuid }) => attendance_uuid ?? []);
  const save = async (told: (text: string) => void) => {
    const file = await api.file('attendance/bulk-attendance-export/', { ids }, (bytes) => told(`${bytes} bytes`));
    download(file, fileName({ title: `Attendance ${name}`, today: of.date }, 'csv'));
  };
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={ids.length === 0}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void run(save)}
    >
      Export
    </Button>
  );
}
