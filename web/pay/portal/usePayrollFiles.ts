import { IconFileSpreadsheet } from '@tabler/icons-react';
import { exportCheckIns } from '#contract/pay/payroll.endpoints.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import type { PageAction } from '#web/ui/PageActions.tsx';

const files = [
  { title: 'Payroll file', rows: 'check-ins' },
  { title: 'Totals by teacher and pay code', rows: 'totals' },
] as const;
const formats = [
  { name: 'CSV', format: 'csv' },
  { name: 'Excel', format: 'xlsx' },
] as const;

/** Actions that export the displayed check-ins for the payroll system. */
export function usePayrollFiles(filters: Record<string, string | undefined>): PageAction[] {
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = (rows: string, format: string) =>
    void run(async () => {
      const file = await requestFile(exportCheckIns, { query: { ...filters, rows, format } });
      download(file, fileName({ title: `Payroll ${rows}`, today }, format));
    });
  return files.flatMap(({ title, rows }) =>
    formats.map(({ name, format }) => ({
      title: `${title}, ${name}`,
      Icon: IconFileSpreadsheet,
      busy,
      onClick: () => save(rows, format),
    })),
  );
}
