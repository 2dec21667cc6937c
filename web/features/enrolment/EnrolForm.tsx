import { Button, Group, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { messages } from '../../../contract/messages.ts';
import { BackButton } from '../../ui/BackButton.tsx';
import { FormContext, type Values } from '../../ui/form/form-context.ts';
import formClasses from '../../ui/form/Form.module.css';
import { useSending } from '../../ui/form/useSending.ts';
import { toast } from '../../ui/toasts.ts';
import { OutcomePanel } from './OutcomePanel.tsx';
import { useEnrolling } from './useEnrolling.ts';

interface EnrolFormProps {
  title: string;
  /** Where it is posted. */
  path: string;
  schema: z.ZodType;
  empty: Values;
  /** What a success says. */
  done: string;
  /** What the button says. */
  submit: string;
  children: ReactNode;
}

/** Students into classes: a preview of who conflicts with what, then the deed. */
export function EnrolForm({ title, path, schema, empty, done, submit, children }: EnrolFormProps) {
  const { outcome, busy, send, clear, show } = useEnrolling(path);
  const form = useForm<Values>({
    initialValues: empty,
    validate: (values) => schemaResolver(schema, { sync: true })(given(values)),
    onValuesChange: clear,
  });
  const { element, context, submit: sending, refused } = useSending(form);

  async function run(values: Values, preview: boolean) {
    try {
      const outcome = await send(given(values), preview);
      if (!outcome || preview) return;
      if (outcome.results.length === 0) return toast('error', messages.addingFailed);
      if (outcome.results.every(({ status }) => status === messages.alreadyEnrolled)) toast('information', messages.alreadyEnrolled);
      else toast('success', done);
      form.reset();
      // What became of everybody stays below the empty form.
      show(outcome);
    } catch (error) {
      refused(error);
    }
  }

  const start = (preview: boolean) => sending((values) => void run(values, preview));

  return (
    <FormContext value={context}>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {title}
        </Title>
        <BackButton />
      </Group>
      <form ref={element} noValidate className={`at-card ${formClasses.form}`} onSubmit={start(false)}>
        {children}
        <Group justify="flex-end" className={formClasses.buttons}>
          <Button variant="default" onClick={() => form.reset()}>
            Reset
          </Button>
          <Button variant="default" loading={busy} onClick={() => start(true)()}>
            Preview
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </Group>
      </form>
      {outcome && <OutcomePanel outcome={outcome} />}
    </FormContext>
  );
}

/** What is sent: fields that are left empty are left out. */
const given = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
