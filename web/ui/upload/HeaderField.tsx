import { NativeSelect } from '@mantine/core';
import { headerChoices } from '#contract/csv-file.ts';
import type { ReadCsv } from './reading.ts';

/** The line of the file that has the names of its columns: titles may stand above it (R-STUDENT-5). */
export const HeaderField = ({ csv, change }: { csv: ReadCsv; change: (line: number) => void }) => (
  <NativeSelect
    label="Header of the file"
    value={csv.headerLine}
    data={headerChoices(csv)}
    onChange={(event) => change(Number(event.currentTarget.value))}
  />
);
