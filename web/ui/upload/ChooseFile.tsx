import { Alert, Anchor, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CsvProblem } from '#contract/csv-file.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { download } from '#web/ui/export/file.ts';
import type { UploadKind } from './upload-kind.ts';
import { readCsv, templateCsv, type ReadCsv } from './reading.ts';

/** Only CSV, at most 4 MB (R-STUDENT-5). */
export function ChooseFile({ kind, chosen }: { kind: UploadKind; chosen: (csv: ReadCsv) => void }) {
  const [problem, setProblem] = useState<ReactNode>(null);
  const mayImport = useCan()('Settings', 'edit');

  async function read(file: File | null) {
    if (!file) return setProblem(messages.selectFile);
    if (!/\.csv$/i.test(file.name))
      return setProblem(
        mayImport && /\.(zip|ics)$/i.test(file.name) ? (
          <>
            Only CSV files are accepted here: <ImportLink /> takes OneRoster and calendar files.
          </>
        ) : (
          'Only CSV files are accepted here.'
        ),
      );
    if (file.size > limits.uploadBytes) return setProblem('The file may have at most 4 MB.');
    const csv = await readCsv(file, kind.columns);
    if ('problem' in csv) return setProblem(textOf(csv.problem));
    if (csv.rows.length === 0) return setProblem('The file has no rows below its header.');
    chosen(csv);
  }

  return (
    <Stack>
      <Text>
        A CSV file with a header, at most 4 MB. {kind.help} What the file has no column for stays as
        it is.
      </Text>
      {problem && (
        <Alert color="red" variant="outline" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <FileButton accept=".csv,text/csv" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              data-autofocus
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
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
    </Stack>
  );
}

const ImportLink = () => (
  <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/import" />}>
    Import
  </Anchor>
);

const textOf = ({ line, column, reason }: CsvProblem): string =>
  column === '-' ? `Line ${line}: ${reason}.` : `${column}: ${reason}.`;
