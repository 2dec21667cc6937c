import { Alert, Button, FileButton, Group, Radio, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type DragEvent } from 'react';
import { startImportRun } from '#contract/endpoints/import-runs.ts';
import type { ImportKind } from '#contract/import-run.ts';
import { asError } from '#web/platform/as-error.ts';
import { upload } from '#web/platform/upload.ts';
import { UploadProgress } from '#web/ui/upload/UploadProgress.tsx';
import { importable } from './importable.ts';
import classes from './Import.module.css';
import { kindHelp, kindTitles, runKey, runsKey } from './text.ts';

/** Which kind of file, and the file: chosen or dropped. */
export function StartForm() {
  const [kind, setKind] = useState<ImportKind>(importable[0]?.kind ?? 'calendar');
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<{ name: string; percent: number } | null>(null);
  const [isOver, setOver] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { ending, maxBytes } = importable.find((one) => one.kind === kind) ?? {
    ending: '',
    maxBytes: 0,
  };

  async function send(file: File | null | undefined) {
    setProblem(null);
    if (!file) return;
    if (!file.name.toLowerCase().endsWith(ending))
      return setProblem(`Only ${ending} files are accepted here.`);
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
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };

  if (sending)
    return <UploadProgress label={`Sending ${sending.name}`} percent={sending.percent} />;
  return (
    <Stack mb="lg">
      <Radio.Group
        label="What is imported"
        value={kind}
        onChange={(value) => {
          setProblem(null);
          const chosen = importable.find((one) => one.kind === value);
          if (chosen) setKind(chosen.kind);
        }}
      >
        <Stack gap="xs" mt="xs">
          {importable.map((one) => (
            <Radio
              key={one.kind}
              value={one.kind}
              label={kindTitles[one.kind]}
              description={kindHelp[one.kind]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {problem && (
        <Alert color="red" variant="outline" role="alert">
          {problem}
        </Alert>
      )}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group justify="center">
          <FileButton accept={ending} onChange={(file) => void send(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden="true" />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text>or drop it here ({ending})</Text>
        </Group>
      </div>
    </Stack>
  );
}
