import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { templateLimits } from '#contract/messages/template-check.ts';
import type { Template } from '#contract/messages/templates.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { useLeaveQuestion } from '#web/ui/form/useLeaveQuestion.ts';
import { moment } from '#web/ui/format.ts';
import { FieldPalette } from './FieldPalette.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import classes from './Templates.module.css';
import { useTemplateSave } from './useTemplateSave.ts';
import { useTemplateText } from './useTemplateText.ts';

/** Edits one text: fields to insert, faults while typing, a preview, saving and the default. */
export function TemplateEditor({ template }: { template: Template }) {
  const { kind, changed, is_default } = template;
  const { time_zone } = useSession().config;
  const mayEdit = useCan()('Settings', 'edit');
  const body = useRef<HTMLTextAreaElement>(null);
  const { text, edit, show, errors, showErrors, isDirty } = useTemplateText(template);
  const { busy, save, reset } = useTemplateSave(template, { show, showErrors });
  useLeaveQuestion(() => isDirty);

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

  return (
    <div className={classes.editor}>
      <form
        className={`at-card ${classes.text}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(text);
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
