import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import type { SectionInfo } from '../section.ts';
import { toast, workingToast } from '../toasts.ts';
import type { Column } from './column.ts';
import type { ListState } from './useListState.ts';
import { allRows } from './useRows.ts';

/** A PDF of more rows is a book that nobody prints. */
const mostPdfRows = 5000;
const number = new Intl.NumberFormat('en');

interface ExportMenuProps<Row> {
  section: SectionInfo;
  columns: Column<Row>[];
  state: ListState;
  rows: Row[];
  total: number;
  selected: Map<number, Row>;
}

/** What is shown as a file: this page, all that match, or what is selected. */
export function ExportMenu<Row extends { id: number }>({ section, columns, state, rows, total, selected }: ExportMenuProps<Row>) {
  const { config } = useSession();
  const [busy, setBusy] = useState(false);

  async function run(format: 'csv' | 'pdf', read: (told: (text: string) => void) => Promise<Row[]> | Row[]) {
    setBusy(true);
    const finish = workingToast(messages.fetching);
    try {
      const chosen = await read(finish);
      const file = { title: section.title, institute: config.title, today: config.today, columns, rows: chosen };
      if (format === 'csv') (await import('../export/csv.ts')).downloadCsv(file);
      else await (await import('../export/pdf.ts')).downloadPdf(file);
      toast('success', messages.downloaded);
    } catch (error) {
      console.error(error);
      toast('error', messages.downloadFailed);
    } finally {
      finish();
      setBusy(false);
    }
  }

  const all = (most: number) => (told: (text: string) => void) =>
    allRows<Row>(section, state, most, (sofar, of) => told(`${messages.fetching} ${number.format(sofar)} of ${number.format(of)}`));

  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" loading={busy} disabled={total === 0} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {selected.size > 0 && (
          <>
            <Menu.Item onClick={() => void run('csv', () => [...selected.values()])}>CSV of {selected.size} selected</Menu.Item>
            <Menu.Item onClick={() => void run('pdf', () => [...selected.values()])}>PDF of {selected.size} selected</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => void run('csv', () => rows)}>CSV of this page</Menu.Item>
        <Menu.Item onClick={() => void run('pdf', () => rows)}>PDF of this page</Menu.Item>
        <Menu.Item onClick={() => void run('csv', all(Number.POSITIVE_INFINITY))}>CSV of all {number.format(total)}</Menu.Item>
        {total <= mostPdfRows && <Menu.Item onClick={() => void run('pdf', all(mostPdfRows))}>PDF of all {number.format(total)}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
