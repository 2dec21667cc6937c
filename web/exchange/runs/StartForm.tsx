import { Alert, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { startImportRun } from '#contract/exchange/import-runs.endpoints.ts';
import { asError } from '#web/platform/as-error.ts';
import { upload } from '#web/platform/upload.ts';
import { DropArea } from '#web/ui/upload/DropArea.tsx';
import { UploadProgress } from '#web/ui/upload/UploadProgress.tsx';
import { importable, kindOfFile } from './importable.ts';
import classes from './Import.module.css';
import { kindHelp, kindTitles, runKey, runsKey } from './text.ts';

/** ".zip (OneRoster), .csv or .xlsx (Students)". */
const accepted = importable
  .map(({ kind, endings }) => `${endings.join(' or ')} (${kindTitles[kind]})`)
  .join(', ');

/** The file, chosen or dropped; its kind follows from the ending of its name. */
export function StartForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  async function send(file: File | null) {
    setProblem(null);
    if (!file) return;
    const found = await kindOfFile(file);
    if (!found) return setProblem(`Only these files are accepted here: ${accepted}.`);
    const { kind, maxBytes } = found;
    if (file.size === 0) return setProblem('The file is empty.');
    if (file.size > maxBytes)
      return setProblem(`The file may have at most ${maxBytes / 1024 / 1024} MB.`);
    setSending({ name: file.name, percent: 0 });
    try {
      const run = await upload(startImportRun, { query: { kind } }, { file }, (percent) =>
        setSending({ name: file.name, percent }),
      );
      queries.setQueryData(runKey(String(run.id)), run);
      void queries.invalidateQueries({ queryKey: runsKey, exact: true });
      await navigate({ to: '/import', search: { id: String(run.id) } });
    } catch (error) {
      setProblem(asError(error).message);
      setSending(null);
    }
  }
  if (sending)
    return <UploadProgress label={`Sending ${sending.name}`} percent={sending.percent} />;
  return (
    <Stack mb="lg">
      {problem && (
        <Alert color="red" variant="outline" role="alert">
          {problem}
        </Alert>
      )}
      <DropArea
        accept={importable.flatMap(({ endings }) => endings).join(',')}
        onFile={(file) => void send(file)}
      />
      <div className={classes.kinds}>
        {importable.map(({ kind, endings }) => (
          <section key={kind} className="at-card" aria-label={kindTitles[kind]}>
            <h2>{kindTitles[kind]}</h2>
            <Text size="sm">{kindHelp[kind]}</Text>
            <Text size="sm" c="dimmed" mt={4}>
              {endings.join(' ')}
            </Text>
          </section>
        ))}
      </div>
    </Stack>
  );
}
