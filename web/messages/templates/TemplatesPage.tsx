import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  templateKindNames,
  templateKinds,
  type TemplateKind,
} from '#contract/messages/template-kinds.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { templatesQuery } from './queries.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import classes from './Templates.module.css';

const isKind = (text: string | undefined): text is TemplateKind =>
  templateKindNames.some((name) => name === text);

/** The texts of letters and certificates, with fields (R-PAPER-1). */
export function TemplatesPage() {
  const { kind: chosen } = useSearch({ from: '/templates' });
  const templates = useQuery(templatesQuery);
  const kind = isKind(chosen) ? chosen : 'certificate';
  const template = templates.data?.results.find((one) => one.kind === kind);
  return (
    <>
      <PageHead title="Templates">
        <Group gap="xs">
          <BackButton />
          <Button
            variant="default"
            leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
            renderRoot={(props) => <Link {...props} to="/letters/verify" />}
          >
            Verify a letter
          </Button>
        </Group>
      </PageHead>
      <nav aria-label="Kinds of templates" className={classes.kinds}>
        {templateKindNames.map((name) => (
          <Button
            key={name}
            size="xs"
            variant={name === kind ? 'light' : 'default'}
            aria-current={name === kind ? 'page' : undefined}
            renderRoot={(props) => <Link {...props} to="/templates" search={{ kind: name }} />}
          >
            {templateKinds[name].title}
          </Button>
        ))}
      </nav>
      <Text c="dimmed" mb="sm">
        {templateKinds[kind].about}
      </Text>
      {templates.isPending && <PleaseWait />}
      {templates.isError && (
        <LoadError error={templates.error} retry={() => void templates.refetch()} />
      )}
      {template && <TemplateEditor key={kind} template={template} />}
    </>
  );
}
