import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { messages } from '../../../contract/messages.ts';
import { useDownload } from '../export/useDownload.ts';
import type { SectionInfo } from '../section.ts';
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
  const download = useDownload();
  const run = (format: 'csv' | 'pdf', read: (told: (text: string) => void) => Promise<Row[]> | Row[]) =>
    download.run(async (told) => download.save(format, { title: section.title, columns, rows: await read(told) }));

  const all = (most: number) => (told: (text: string) => void) =>
    allRows<Row>(section, state, most, (sofar, of) => told(`${messages.fetching} ${number.format(sofar)} of ${number.format(of)}`));

  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" loading={download.busy} disabled={total === 0} leftSection={<IconDownload size={16} aria-hidden="true" />}>
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
