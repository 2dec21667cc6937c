import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { BulkUploadResult } from '../../../../contract/student.ts';
import { download, fileName } from '../../../ui/export/file.ts';
import { useSession } from '../../../app/SessionProvider.tsx';
import { badRowsCsv, type ReadCsv } from './reading.ts';
import classes from './Upload.module.css';

interface ResultProps {
  csv: ReadCsv;
  result: BulkUploadResult;
  /** Written, not only checked. */
  done: boolean;
  back: () => void;
  take: (mode: 'all' | 'valid') => void;
  close: () => void;
}

const mostShown = 200;
const number = (value: number) => value.toLocaleString('en');

/** What would happen, or has happened; every bad row with its line and reason. */
export function Result({ csv, result, done, back, take, close }: ResultProps) {
  const { today } = useSession().config;
  const { created, updated, unchanged, fail, faults, bad_rows: bad } = result;
  const good = created + updated + unchanged;
  return (
    <Stack>
      <Alert color={bad && !done ? 'yellow' : 'green'} variant="outline" role="status" title={done ? 'Uploaded' : 'Checked, nothing written yet'}>
        {number(created)} new, {number(updated)} changed, {number(unchanged)} as they were
        {bad > 0 && `, ${number(bad)} bad ${bad === 1 ? 'row' : 'rows'}`}
      </Alert>
      {bad > 0 && (
        <>
          <section className={`at-scroll ${classes.scroll}`} tabIndex={0} aria-label="Bad rows">
            <table className="at-table">
              <thead>
                <tr>
                  <th>Line</th>
                  <th>Column</th>
                  <th>Reason</th>
                </tr>
              </thead>
              <tbody>
                {fail.slice(0, mostShown).map(({ line, column, reason }) => (
                  <tr key={`${line} ${column} ${reason}`}>
                    <td>{line}</td>
                    <td>{column}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {faults > mostShown && (
            <Text size="sm" c="dimmed">
              The first {mostShown} of {number(faults)}; the file has {fail.length < faults ? `the first ${number(fail.length)}` : 'all of them'}.
            </Text>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() =>
              download(
                new Blob([`\ufeff${badRowsCsv(csv, fail)}\r\n`], { type: 'text/csv;charset=utf-8' }),
                fileName({ title: 'Bad-rows', today }, 'csv'),
              )
            }
          >
            Download the bad rows
          </Button>
        </>
      )}
      <Group justify="flex-end">
        {done ? (
          <Button onClick={close}>Close</Button>
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
                {bad ? `Take the ${number(good)} good ${good === 1 ? 'row' : 'rows'}` : `Upload ${number(good)} ${good === 1 ? 'row' : 'rows'}`}
              </Button>
            )}
          </>
        )}
      </Group>
    </Stack>
  );
}
