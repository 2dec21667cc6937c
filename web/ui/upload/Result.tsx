import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FileColumn, Mapping } from '#contract/file-column.ts';
import type { EmptyCells, OtherPeople, ZeroAnswer } from '#contract/file-values.ts';
import type { BulkUploadResult } from '#contract/student.ts';
import { download, fileName } from '#web/ui/export/file.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { LostZeros } from './LostZeros.tsx';
import { EmptyCellsField } from './EmptyCellsField.tsx';
import { columnTitles } from './column-titles.ts';
import { OtherPeopleField } from './OtherPeopleField.tsx';
import { Changes } from './Changes.tsx';
import { Preview } from './Preview.tsx';
import { UndoLink } from './UndoLink.tsx';
import { linesText } from '#contract/file-lines.ts';
import { causesInFile } from './causes.ts';
import { badRowsCsv, goodRowsCsv, type ReadCsv } from './reading.ts';
import classes from './Upload.module.css';
import { counted, countOf } from '../format.ts';

interface ResultProps {
  /** Our columns. */
  columns: readonly FileColumn[];
  csv: ReadCsv;
  mapping: Mapping;
  zeros: ZeroAnswer | null;
  answerZeros: (zeros: ZeroAnswer | null) => void;
  otherPeople: OtherPeople;
  answerOtherPeople: (answer: OtherPeople) => void;
  emptyCells: EmptyCells;
  answerEmptyCells: (answer: EmptyCells) => void;
  result: BulkUploadResult;
  /** True after the import, false after the check. */
  done: boolean;
  back: () => void;
  take: (mode: 'all' | 'valid') => void;
  close: () => void;
  /** Where somebody goes on after the upload. */
  afterwards?: ReactNode;
}

const maxShown = 100;

/** The result of the check or import: errors by cause first, then what changes. */
export function Result(props: ResultProps) {
  const { csv, mapping, zeros, answerZeros, result, done, back, take, close, afterwards } = props;
  const { created, updated, unchanged, fail, faults: errors, bad_rows: bad } = result;
  const good = created + updated + unchanged;
  const titleOf = columnTitles(props.columns);
  const causes = causesInFile(fail, csv, mapping);
  return (
    <Stack>
      <Alert
        color={bad && !done ? 'yellow' : 'green'}
        variant="outline"
        role="status"
        title={done ? 'Uploaded' : 'Checked, nothing written yet'}
      >
        {countOf(created)} new, {countOf(updated)} changed, {countOf(unchanged)} unchanged
        {bad > 0 && `, ${counted(bad, 'row')} with errors`}
      </Alert>
      {!done && (
        <>
          <LostZeros rows={result.lost_zeros} answer={zeros} check={answerZeros} />
          <OtherPeopleField
            rows={result.other_people}
            answer={props.otherPeople}
            check={props.answerOtherPeople}
          />
          <EmptyCellsField
            cells={result.empty_cells}
            answer={props.emptyCells}
            check={props.answerEmptyCells}
          />
        </>
      )}
      {bad > 0 && (
        <>
          <section
            className={`at-scroll ${classes.scroll}`}
            tabIndex={0}
            aria-label="Rows with errors"
          >
            <table className="at-table">
              <thead>
                <tr>
                  <th>Rows</th>
                  <th>Column</th>
                  <th>Reason</th>
                  <th>In the file</th>
                  <th>Lines</th>
                </tr>
              </thead>
              <tbody>
                {causes.slice(0, maxShown).map((cause) => (
                  <tr key={`${cause.column} ${cause.reason}`}>
                    <td>{countOf(cause.count)}</td>
                    <td>{titleOf(cause.column)}</td>
                    <td>{cause.reason}</td>
                    <td className={classes.preview}>{cause.values.join(' · ')}</td>
                    <td>{linesText(cause)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {(causes.length > maxShown || fail.length < errors) && (
            <Text size="sm" c="dimmed">
              {fail.length < errors
                ? `From the first ${countOf(fail.length)} of ${countOf(errors)} errors.`
                : `The first ${maxShown} of ${countOf(causes.length)} kinds of errors.`}
            </Text>
          )}
          <Group gap="xs">
            <RowsFile title="Rows-with-errors" rows={() => badRowsCsv(csv, fail, titleOf)}>
              Download the rows with errors
            </RowsFile>
            {good > 0 && fail.length === errors && (
              <RowsFile title="Rows-without-errors" rows={() => goodRowsCsv(csv, fail)}>
                Download the rows without errors
              </RowsFile>
            )}
          </Group>
        </>
      )}
      {result.preview ? (
        <Preview of={result.preview} titleOf={titleOf} />
      ) : (
        <Changes result={result} done={done} titleOf={titleOf} />
      )}
      <Group justify="flex-end" className="at-foot">
        {done ? (
          <>
            {afterwards}
            <UndoLink operation={result.operation} close={close} />
            <Button onClick={close}>Close</Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={back}>
              Back
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            {good > 0 && (
              <Button onClick={() => take(bad ? 'valid' : 'all')}>
                {bad
                  ? `Upload the ${countOf(good)} valid ${good === 1 ? 'row' : 'rows'}`
                  : `Upload ${countOf(good)} ${good === 1 ? 'row' : 'rows'}`}
              </Button>
            )}
          </>
        )}
      </Group>
    </Stack>
  );
}

function RowsFile({
  title,
  rows,
  children,
}: {
  title: string;
  rows: () => string;
  children: ReactNode;
}) {
  const { today } = useSession().config;
  const save = () => {
    const file = new Blob([`\ufeff${rows()}\r\n`], { type: 'text/csv;charset=utf-8' });
    download(file, fileName({ title, today }, 'csv'));
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={save}
    >
      {children}
    </Button>
  );
}
