import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CsvProblem } from '#contract/csv-file.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { counted } from '#web/ui/format.ts';
import { choose } from '#web/ui/confirm.ts';
import { download } from '#web/ui/export/file.ts';
import { DropArea } from './DropArea.tsx';
import { FileColumns } from './FileColumns.tsx';
import { ImportLink } from './ImportLink.tsx';
import type { UploadKind } from './upload-kind.ts';
import { readCsv, templateCsv, type ReadCsv } from './reading.ts';
import { sheetAsCsv, sheetsOf } from './workbook.ts';

/** A workbook with several sheets, of which one is chosen. */
interface Sheets {
  file: File;
  names: string[];
  chosen: string;
}

/** CSV, at most 4 MB, or a sheet of a workbook, which becomes such a file here (R-STUDENT-5). */
export function ChooseFile({ kind, chosen }: { kind: UploadKind; chosen: (csv: ReadCsv) => void }) {
  const [problem, setProblem] = useState<ReactNode>(null);
  const mayImport = useCan()('Settings', 'edit');

  const [sheets, setSheets] = useState<Sheets | null>(null);
  const [isReading, setReading] = useState(false);

  async function read(file: File | null) {
    setSheets(null);
    setProblem(null);
    if (!file) return setProblem(messages.selectFile);
    if (/\.xls[xm]$/i.test(file.name)) return working(() => readWorkbook(file));
    if (!/\.csv$/i.test(file.name))
      return setProblem(
        mayImport && /\.(zip|ics)$/i.test(file.name) ? (
          <>
            Only CSV files are accepted here: <ImportLink /> takes OneRoster and calendar files.
          </>
        ) : /\.(xls|xlsb|ods|numbers)$/i.test(file.name) ? (
          'Only CSV files are accepted here: save the sheet as .xlsx or as CSV.'
        ) : (
          'Only CSV files are accepted here.'
        ),
      );
    await readTable(file);
  }

  async function readTable(file: File) {
    if (file.size > limits.uploadBytes) return setProblem('The file may have at most 4 MB.');
    const csv = await readCsv(file, kind.columns);
    if ('problem' in csv) return setProblem(textOf(csv.problem));
    if (csv.rows.length === 0) return setProblem('The file has no rows below its header.');
    chosen(csv);
  }

  async function readWorkbook(file: File) {
    if (file.size > limits.uploadWorkbookBytes)
      return setProblem('The workbook may have at most 20 MB.');
    const answer = await sheetsOf(file);
    if ('problem' in answer) return setProblem(answer.problem);
    const [first = '', ...others] = 'sheets' in answer ? answer.sheets : [];
    if (others.length > 0) return setSheets({ file, names: [first, ...others], chosen: first });
    await readSheet(file, first);
  }

  async function readSheet(file: File, sheet: string) {
    const csv = await sheetAsCsv(file, sheet, askHidden);
    if (csv === null) return;
    if ('problem' in csv) return setProblem(csv.problem);
    await readTable(csv);
  }

  async function working(work: () => Promise<void>) {
    setReading(true);
    await work();
    setReading(false);
  }

  return (
    <Stack>
      <Text>
        A CSV file with a header, at most 4 MB, or a sheet of an Excel workbook (.xlsx). {kind.help}{' '}
        What the file has no column for stays as it is.
      </Text>
      {problem && (
        <Alert color="red" variant="outline" role="alert">
          {problem}
        </Alert>
      )}
      {sheets && (
        <Group align="end">
          <NativeSelect
            label={`Sheet of ${sheets.file.name}`}
            autoFocus
            data={sheets.names}
            value={sheets.chosen}
            onChange={(event) => setSheets({ ...sheets, chosen: event.currentTarget.value })}
          />
          <Button
            loading={isReading}
            onClick={() => void working(() => readSheet(sheets.file, sheets.chosen))}
          >
            Read the sheet
          </Button>
        </Group>
      )}
      <DropArea
        accept=".csv,.xlsx,.xlsm,text/csv"
        onFile={(file) => void read(file)}
        busy={isReading}
        isSecond={sheets !== null}
      />
      <Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() =>
            download(
              new Blob([`\ufeff${templateCsv(kind.columns)}\r\n`], {
                type: 'text/csv;charset=utf-8',
              }),
              kind.template,
            )
          }
        >
          Download the template
        </Button>
      </Group>
      <FileColumns columns={kind.columns} />
    </Stack>
  );
}

const askHidden = (rows: number) =>
  choose({
    title: 'Hidden rows',
    text: `The sheet hides ${counted(rows, 'row')}, by a filter or by hand.`,
    yes: 'Read them, too',
    no: 'Leave them out',
  });

const textOf = ({ line, column, reason }: CsvProblem): string =>
  column === '-' ? `Line ${line}: ${reason}.` : `${column}: ${reason}.`;
