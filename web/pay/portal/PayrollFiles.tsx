import { Button, Menu } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { exportCheckIns } from '#contract/pay/payroll.endpoints.ts';
import { requestFile } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { download, fileName } from '#web/ui/export/file.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';

const files = [
  { title: 'Check-ins', rows: 'check-ins' },
  { title: 'Totals by teacher and pay code', rows: 'totals' },
] as const;
const formats = [
  { name: 'CSV', format: 'csv' },
  { name: 'Excel', format: 'xlsx' },
] as const;

/** Exports the displayed check-ins for the payroll system. */
export function PayrollFiles({ filters }: { filters: Record<string, string | undefined> }) {
  const { today } = useSession().config;
  const { busy, run } = useDownload();
  const save = (rows: string, format: string) =>
    void run(async () => {
      const file = await requestFile(exportCheckIns, { query: { ...filters, rows, format } });
      download(file, fileName({ title: `Payroll ${rows}`, today }, format));
    });
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconFileSpreadsheet size={16} aria-hidden="true" />}
        >
          Payroll file
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ title, rows }) =>
          formats.map(({ name, format }) => (
            <Menu.Item key={`${rows} ${format}`} onClick={() => save(rows, format)}>
              {title}, {name}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
