import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import type { WeekClass } from '#contract/timetable/week.ts';
import { useDownload } from '#web/ui/export/useDownload.ts';
import { weekColumns } from './week-file.ts';

interface WeekOutputProps {
  /** The title of the file. */
  title: string;
  rows: WeekClass[];
}

/** Prints the classes of a week, or saves them as a file. */
export function WeekOutput({ title, rows }: WeekOutputProps) {
  const { busy, run, save } = useDownload();
  return (
    <>
      <Button
        variant="default"
        disabled={rows.length === 0}
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Button
        variant="default"
        loading={busy}
        disabled={rows.length === 0}
        leftSection={<IconFileTypePdf size={16} aria-hidden="true" />}
        onClick={() => void run(() => save('pdf', { title, columns: weekColumns, rows }))}
      >
        PDF
      </Button>
    </>
  );
}
