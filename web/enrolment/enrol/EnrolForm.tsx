import { Button, Group } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { messages } from '#contract/texts.ts';
import { BackButton } from '#web/ui/BackButton.tsx';
import { FormContext, type Values } from '#web/ui/form/form-context.ts';
import formClasses from '#web/ui/form/Form.module.css';
import { useFormSubmit } from '#web/ui/form/useFormSubmit.ts';
import { toast } from '#web/ui/toasts.ts';
import { useUndoToast } from '#web/ui/useUndoToast.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { OutcomePanel } from './OutcomePanel.tsx';
import { useEnrol, type EnrolEndpoint } from './useEnrol.ts';

interface EnrolFormProps {
  title: string;
  endpoint: EnrolEndpoint;
  schema: z.ZodType;
  empty: Values;
  /** The message of a success. */
  done: string;
  /** The label of the button. */
  submit: string;
  children: ReactNode;
}

/** The default first day: today's earlier rolls remain complete. */
export const defaultFirstDay =
  'Left empty: today, or tomorrow when one of the classes was held today.';

/** Enrols students in classes: a preview of conflicts, then the request. */
export function EnrolForm({
  title,
  endpoint,
  schema,
  empty,
  done,
  submit,
  children,
}: EnrolFormProps) {
  const { outcome, busy, send, clear, show } = useEnrol(endpoint);
  const undoToast = useUndoToast();
  const form = useForm<Values>({
    initialValues: empty,
    validate: (values) => schemaResolver(schema, { sync: true })(given(values)),
    onValuesChange: clear,
  });
  const { element, context, submit: sending, showServerErrors } = useFormSubmit(form);

  async function run(values: Values, preview: boolean) {
    try {
      const outcome = await send(given(values), preview);
      if (!outcome || preview) return;
      if (outcome.results.length === 0) return toast('error', messages.addingFailed);
      if (outcome.results.every(({ status }) => status === messages.alreadyEnrolled))
        toast('information', messages.alreadyEnrolled);
      else undoToast(done, outcome.operation);
      form.reset();
      // Results stay below the empty form.
      show(outcome);
    } catch (error) {
      showServerErrors(error);
    }
  }

  const start = (preview: boolean) => sending((values) => void run(values, preview));

  return (
    <FormContext value={context}>
      <PageHead title={title}>
        <BackButton />
      </PageHead>
      <form
        ref={element}
        noValidate
        className={`at-card ${formClasses.form}`}
        onSubmit={start(false)}
      >
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

/** The body of the request, without empty fields. */
const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
