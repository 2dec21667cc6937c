import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportAttendanceRecords } from '#contract/exchange/exports.endpoints.ts';
import type { RollRow } from '#contract/marks.ts';
import { requestLargeFile } from '#web/platform/api.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import type { ClassOnDate } from '#web/school/roll.ts';

/** Exports the marks of a roll as CSV; disabled without marks. */
export function RollExport({ of, roll, name }: { of: ClassOnDate; roll: RollRow[]; name: string }) {
  const { busy, run } = useDownload();
  const ids = roll.flatMap(({ attendance_uuid }) => attendance_uuid ?? []);
  const save = async (onProgress: (text: string) => void) => {
    const file = await requestLargeFile(exportAttendanceRecords, { body: { ids } }, (bytes) =>
      onProgress(`${bytes} bytes`),
    );
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
