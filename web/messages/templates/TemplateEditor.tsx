import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeTemplate, resetTemplate } from '#contract/messages/templates.endpoints.ts';
import { messages } from '#contract/texts.ts';
import {
  templateLimits,
  templateProblems,
  type TemplateText,
} from '#contract/messages/template-check.ts';
import type { Template } from '#contract/messages/templates.ts';
import { asError } from '#web/platform/as-error.ts';
import { ApiError, request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { fieldErrors } from '#web/ui/form/server-errors.ts';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { isOvertaken } from '#web/ui/form/useOvertaken.ts';
import { moment } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { FieldPalette } from './FieldPalette.tsx';
import { templatesQuery } from './queries.ts';
import { TemplatePreview } from './TemplatePreview.tsx';
import classes from './Templates.module.css';

const trimmed = ({ title, body }: TemplateText) => ({ title: title.trim(), body: body.trim() });

/** Edits one text: fields to insert, faults while typing, a preview, saving and the default. */
export function TemplateEditor({ template }: { template: Template }) {
  const { kind, version, changed, is_default } = template;
  const { time_zone } = useSession().config;
  const mayEdit = useCan()('Settings', 'edit');
  const queries = useQueryClient();
  const [text, setText] = useState<TemplateText>({ title: template.title, body: template.body });
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const body = useRef<HTMLTextAreaElement>(null);
  const isDirty = text.title !== template.title || text.body !== template.body;
  useLeaveQuestion(() => isDirty);
  const problems = templateProblems(kind, text);
  const required = {
    ...(!text.title.trim() && { title: messages.required }),
    ...(!text.body.trim() && { body: messages.required }),
  };
  const errors: Record<string, string | undefined> = { ...refused, ...problems, ...required };
  const edit = (next: Partial<TemplateText>) => {
    setText({ ...text, ...next });
    setRefused({});
  };

  /** At the cursor of the text, where the focus then is. */
  function insert(field: string) {
    const area = body.current;
    if (!area) return;
    const [start, end] = [area.selectionStart, area.selectionEnd];
    const inserted = `{{${field}}}`;
    edit({ body: text.body.slice(0, start) + inserted + text.body.slice(end) });
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(start + inserted.length, start + inserted.length);
    });
  }

  function show(saved: Template) {
    setText({ title: saved.title, body: saved.body });
    setRefused({});
    queries.setQueryData(
      templatesQuery.queryKey,
      (before) =>
        before && { results: before.results.map((one) => (one.kind === kind ? saved : one)) },
    );
  }

  async function run(send: (seen: number) => Promise<Template>, done: string) {
    setBusy(true);
    try {
      show(await sendUnlessOvertaken(send));
      toast('success', done);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) {
        const found = fieldErrors(error.body);
        setRefused(Object.fromEntries(Object.entries(found).map(([at, it]) => [at, it])));
      } else if (!(error instanceof StillEditing)) toast('error', asError(error).message);
    } finally {
      setBusy(false);
    }
  }

  /** After another user’s change: asks, and then saves over it, takes it, or goes on. */
  async function sendUnlessOvertaken(send: (seen: number) => Promise<Template>): Promise<Template> {
    try {
      return await send(version);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      const all = await queries.fetchQuery({ ...templatesQuery, staleTime: 0, gcTime: 0 });
      const theirs = all.results.find((one) => one.kind === kind);
      if (!theirs) throw error;
      const { askOvertaken } = await import('#web/ui/form/overtaken.tsx');
      const answer = await askOvertaken(error.message, changesOf(template, theirs));
      if (answer === 'save') return send(theirs.version);
      if (answer === 'take') return theirs;
      throw new StillEditing();
    }
  }

  const save = () =>
    run(
      (seen) =>
        request(changeTemplate, { params: { kind }, body: { ...trimmed(text), version: seen } }),
      messages.updated,
    );
  async function reset() {
    const yes = await confirm({
      title: 'Return to the default text?',
      text: 'The text of the institute is replaced. Letters that were made stay as they are.',
      yes: 'Return to default',
      danger: true,
    });
    if (yes)
      await run(
        (seen) => request(resetTemplate, { params: { kind }, body: { version: seen } }),
        'Default text restored',
      );
  }

  return (
    <div className={classes.editor}>
      <form
        className={`at-card ${classes.text}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label="Title"
          withAsterisk
          maxLength={templateLimits.title}
          readOnly={!mayEdit}
          value={text.title}
          error={errors.title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Textarea
          ref={body}
          label="Text"
          description="Fields in double braces, such as {{student_name}}, are filled for each student. An empty line separates paragraphs."
          withAsterisk
          autosize
          minRows={14}
          maxRows={26}
          maxLength={templateLimits.body}
          readOnly={!mayEdit}
          value={text.body}
          error={errors.body}
          onChange={(event) => edit({ body: event.currentTarget.value })}
        />
        {mayEdit && <FieldPalette kind={kind} insert={insert} />}
        <Text size="sm" c="dimmed">
          {is_default ? 'This is the default text. ' : ''}
          {changed && `Changed ${moment(changed.at, time_zone)} by ${changed.by}.`}
        </Text>
        {mayEdit && (
          <Group justify="flex-end">
            <Button variant="default" disabled={is_default || busy} onClick={() => void reset()}>
              Return to default
            </Button>
            <Button
              variant="default"
              disabled={!isDirty}
              onClick={() => edit({ title: template.title, body: template.body })}
            >
              Reset
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={!isDirty || Object.values(errors).some(Boolean)}
            >
              Save
            </Button>
          </Group>
        )}
      </form>
      <TemplatePreview kind={kind} text={text} />
    </div>
  );
}

/** The question about another user’s change was answered with "go on editing". */
class StillEditing extends Error {}

/** What somebody else changed; texts are too long for the question. */
const changesOf = (before: TemplateText, now: TemplateText) =>
  (['title', 'body'] as const)
    .filter((name) => before[name] !== now[name])
    .map((name) => ({
      label: name === 'title' ? 'Title' : 'Text',
      before: name === 'title' ? before.title : null,
      now: name === 'title' ? now.title : null,
      isEntered: false,
    }));
