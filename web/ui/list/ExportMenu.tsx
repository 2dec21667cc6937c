import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { messages } from '#contract/texts.ts';
import { useDownload } from '../export/useDownload.ts';
import { LazyMenu } from '../LazyMenu.tsx';
import type { ResourceInfo } from '../resource.ts';
import type { Column } from './column.ts';
import type { ListState } from './useListState.ts';
import { allRows } from './useRows.ts';
import { countOf } from '../format.ts';

/** Above this a PDF has too many pages to be useful. */
const maxPdfRows = 5000;

interface ExportMenuProps<Row> {
  resource: ResourceInfo<Row>;
  columns: Column<Row>[];
  state: ListState;
  rows: Row[];
  total: number;
  selected: ReadonlyMap<number, Row>;
}

/** Exports the page, all matching rows, or the selection as a file. */
export function ExportMenu<Row extends { id: number }>({
  resource,
  columns,
  state,
  rows,
  total,
  selected,
}: ExportMenuProps<Row>) {
  const download = useDownload();
  const run = (
    format: 'csv' | 'pdf',
    read: (onProgress: (text: string) => void) => Promise<Row[]> | Row[],
  ) =>
    download.run(async (onProgress) =>
      download.save(format, {
        title: resource.title,
        columns: columns.filter((column) => !column.onlyOnScreen),
        rows: await read(onProgress),
      }),
    );

  const all = (max: number) => (onProgress: (text: string) => void) =>
    allRows<Row>(resource, state, max, (sofar, of) =>
      onProgress(`${messages.fetching} ${countOf(sofar)} of ${countOf(of)}`),
    );

  return (
    <LazyMenu
      position="bottom-end"
      width={250}
      target={
        <Button
          variant="default"
          loading={download.busy}
          disabled={total === 0}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          Export
        </Button>
      }
    >
      {selected.size > 0 && (
        <>
          <Menu.Item onClick={() => void run('csv', () => [...selected.values()])}>
            CSV of {selected.size} selected
          </Menu.Item>
          <Menu.Item onClick={() => void run('pdf', () => [...selected.values()])}>
            PDF of {selected.size} selected
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => void run('csv', () => rows)}>CSV of this page</Menu.Item>
      <Menu.Item onClick={() => void run('pdf', () => rows)}>PDF of this page</Menu.Item>
      <Menu.Item onClick={() => void run('csv', all(Number.POSITIVE_INFINITY))}>
        CSV of all {countOf(total)}
      </Menu.Item>
      {total <= maxPdfRows && (
        <Menu.Item onClick={() => void run('pdf', all(maxPdfRows))}>
          PDF of all {countOf(total)}
        </Menu.Item>
      )}
    </LazyMenu>
  );
}
