import { useRef, useState, type ReactNode } from 'react';
import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { hasNoKnownHeading } from '#contract/csv-file.ts';
import {
  headingFinder,
  unreadColumns,
  type FileColumn,
  type Mapping,
} from '#contract/file-column.ts';
import type { DateOrder } from '#contract/file-dates.ts';
import type { MeaningOfM } from '#contract/gender-letters.ts';
import { encodingNames } from '#contract/text-encoding.ts';
import { DateOrderField } from './DateOrderField.tsx';
import { MeaningOfMField } from './MeaningOfMField.tsx';
import type { ReadCsv, WrittenAs } from './reading.ts';
import classes from './Upload.module.css';
import { WrittenAsFields } from './WrittenAsFields.tsx';
import { counted } from '../format.ts';

interface MapColumnsProps {
  columns: readonly FileColumn[];
  /** Which files *Import* reads that are not read here. */
  importTakes?: ReactNode;
  csv: ReadCsv;
  mapping: Mapping;
  dates: DateOrder | null;
  /** What M means among the genders; null until somebody has chosen, undefined where the letters tell. */
  meaningOfM: MeaningOfM | null | undefined;
  change: (mapping: Mapping) => void;
  changeWritten: (chosen: WrittenAs) => void;
  changeDates: (order: DateOrder | null) => void;
  changeMeaningOfM: (meaning: MeaningOfM) => void;
  back: () => void;
  check: () => void;
}

const previewRows = 4;
const shownUnread = 10;

/** Maps the file's columns to ours, with the first rows as a preview. */
export function MapColumns({
  columns,
  importTakes,
  csv,
  mapping,
  dates,
  meaningOfM,
  change,
  changeWritten,
  changeDates,
  changeMeaningOfM,
  back,
  check,
}: MapColumnsProps) {
  const required = columns.filter((one) => one.isRequired).map(({ name }) => name);
  const labelOf = (own: string) => columns.find(({ name }) => name === own)?.label ?? own;
  const missing = required.filter((own) => mapping[own] === null);
  const [isHeader, setHeader] = useState(false);
  const isUnknown = hasNoKnownHeading(csv, headingFinder(columns));
  const isFirstUnknown = isUnknown && !isHeader;
  // Arrow keys pass other columns on their way: those stay with the fields that had them.
  const before = useRef({ own: '', csv, mapping });
  const choose = (own: string, theirs: string) => {
    if (before.current.own !== own || before.current.csv !== csv)
      before.current = { own, csv, mapping };
    const freed = Object.fromEntries(
      Object.entries(before.current.mapping).map(([name, column]) => [
        name,
        column === theirs ? null : column,
      ]),
    );
    change({ ...freed, [own]: theirs || null });
  };
  const first = csv.rows.slice(0, previewRows);
  const unread = unreadColumns(csv.columns, mapping);
  return (
    <Stack>
      <Text>
        {csv.file.name}: {counted(csv.rows.length, 'row')}. Check which column is which.
        {csv.encoding !== 'utf-8' &&
          ` The file is in ${encodingNames[csv.encoding]}: look whether its letters are right.`}
      </Text>
      <WrittenAsFields csv={csv} change={changeWritten} />
      <section
        className={`at-scroll ${classes.scroll}`}
        tabIndex={0}
        aria-label="Columns and first rows"
      >
        <table className="at-table">
          <thead>
            <tr>
              <th>Here</th>
              <th>In the file</th>
              <th>First rows</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(mapping).map(([own, theirs]) => (
              <tr key={own}>
                <td>
                  {labelOf(own)}
                  {required.includes(own) && <span aria-hidden="true"> *</span>}
                </td>
                <td>
                  <NativeSelect
                    aria-label={`Column for ${labelOf(own)}`}
                    size="xs"
                    miw="9rem"
                    value={theirs ?? ''}
                    data={[
                      { value: '', label: '– none –' },
                      ...csv.columns.map((column) => ({ value: column, label: column })),
                    ]}
                    onChange={(event) => choose(own, event.currentTarget.value)}
                  />
                </td>
                <td className={classes.preview}>
                  {theirs === null
                    ? ''
                    : first
                        .map(({ cells }) => cells[csv.columns.indexOf(theirs)] || '–')
                        .join(' · ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {unread.length > 0 && (
        <Text size="sm" c="dimmed">
          Not read: {unread.slice(0, shownUnread).join(', ')}
          {unread.length > shownUnread && ` and ${unread.length - shownUnread} more`}
        </Text>
      )}
      <DateOrderField {...{ csv, columns, mapping }} value={dates} change={changeDates} />
      {meaningOfM !== undefined && <MeaningOfMField value={meaningOfM} change={changeMeaningOfM} />}
      {isUnknown && (
        <Checkbox
          label={`Line ${csv.headerLine} is the header of the file`}
          description="No heading is known here. A first row of data would be left out."
          checked={isHeader}
          onChange={(event) => setHeader(event.currentTarget.checked)}
        />
      )}
      {missing.length > 0 && (
        <Text c="var(--mantine-color-error)" role="alert">
          {missing.map(labelOf).join(', ')}: choose the column
        </Text>
      )}
      {importTakes && (missing.length > 0 || isFirstUnknown) && (
        <Text size="sm">{importTakes}</Text>
      )}
      <Group justify="flex-end" className="at-foot">
        <Button variant="default" onClick={back}>
          Another file
        </Button>
        <Button
          onClick={check}
          disabled={missing.length > 0 || isFirstUnknown || dates === null || meaningOfM === null}
        >
          Check the rows
        </Button>
      </Group>
    </Stack>
  );
}
