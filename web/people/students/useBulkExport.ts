import { exportStudents } from '#contract/people/students.endpoints.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';

/** Exports all students in the format of the bulk upload. */
export function useBulkExport(): { busy: boolean; onClick: () => void } {
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = async () =>
    download(await requestFile(exportStudents), fileName({ title: 'Students', today }, 'csv'));
  return { busy, onClick: () => void run(save) };
}
