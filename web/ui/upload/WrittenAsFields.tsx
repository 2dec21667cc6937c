import { Group, NativeSelect } from '@mantine/core';
import { headerChoices } from '#contract/csv-file.ts';
import { encodingChoices } from '#contract/text-encoding.ts';
import type { ReadCsv, WrittenAs } from './reading.ts';

interface WrittenAsFieldsProps {
  csv: ReadCsv;
  change: (chosen: WrittenAs) => void;
}

/**
 * The line of the file that has the names of its columns, since titles may stand above it, and its encoding where
 * nothing in the file tells it (R-STUDENT-5).
 */
export const WrittenAsFields = ({ csv, change }: WrittenAsFieldsProps) => (
  <Group align="end" grow>
    <NativeSelect
      label="Header of the file"
      value={csv.headerLine}
      data={headerChoices(csv)}
      onChange={(event) => change({ ...csv.chosen, headerLine: Number(event.currentTarget.value) })}
    />
    {encodingChoices.some(({ value }) => value === csv.encoding) && (
      <NativeSelect
        label="Encoding"
        value={csv.encoding}
        data={encodingChoices}
        onChange={({ currentTarget: { value } }) =>
          change({
            ...csv.chosen,
            encoding: encodingChoices.find((choice) => choice.value === value)?.value,
          })
        }
      />
    )}
  </Group>
);
