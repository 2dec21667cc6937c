import { Button, FileButton, Group, Text, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeLogo, setLogo } from '#contract/admin/settings.endpoints.ts';
import { logoFile, nameOfType } from '#contract/files.ts';
import { messages } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { configQuery } from '#web/platform/config.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { upload } from '#web/platform/upload.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { toast } from '#web/ui/toasts.ts';
import form from '#web/ui/form/Form.module.css';
import classes from './Settings.module.css';

/** The picture of the institute: set as soon as it is chosen (R-SET-5). */
export function LogoPanel() {
  const { logo } = useSession().config;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { types, maxBytes } = logoFile;

  async function change(work: () => Promise<unknown>) {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: configQuery.queryKey });
      toast('success', messages.updated);
    } catch (error) {
      setProblem(asError(error).message);
    } finally {
      setBusy(false);
    }
  }

  function choose(file: File | null) {
    if (!file) return;
    if (file.size > maxBytes) return setProblem(`may have at most ${maxBytes / 1024} KB`);
    void change(() => upload(setLogo, {}, { files: file }, () => {}));
  }

  return (
    <section className={`at-card ${form.form} ${classes.installation}`} aria-labelledby="logo">
      <Title order={2} size="h5" id="logo" className={form.wide}>
        Logo
      </Title>
      <Group className={form.wide} gap="md">
        <span className={classes.logo}>
          <Logo size={48} />
        </span>
        <FileButton accept={types.join(',')} onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              {logo === null ? 'Choose a picture' : 'Choose another picture'}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button
            variant="subtle"
            disabled={busy}
            onClick={() => void change(() => request(removeLogo))}
          >
            Remove
          </Button>
        )}
      </Group>
      <Text size="sm" c={problem === null ? 'dimmed' : 'red'} role="status" className={form.wide}>
        {problem ??
          `On the sign-in page, every page, and printed lists and letters. ${types.map(nameOfType).join(', ')} up to ${maxBytes / 1024} KB.`}
      </Text>
    </section>
  );
}
