import { Button, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { ApiError } from '#web/platform/api.ts';
import { toast } from '../toasts.ts';
import { FormContext, type Values } from './form-context.ts';
import classes from './DialogForm.module.css';
import { useFormSubmit } from './useFormSubmit.ts';

interface DialogFormProps {
  initial: Values;
  check: (values: Values) => Record<string, ReactNode>;
  /** The button that sends. */
  yes: string;
  send: (values: Values) => Promise<void>;
  cancel: () => void;
  children: ReactNode;
}

/** A form in a dialog: fields, Cancel and one button that sends. */
export function DialogForm({ initial, check, yes, send, cancel, children }: DialogFormProps) {
  const [busy, setBusy] = useState(false);
  const form = useForm<Values>({ initialValues: initial, validate: check });
  const { element, context, submit, showServerErrors } = useFormSubmit(form);

  async function run(values: Values) {
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      if (error instanceof ApiError && error.status !== 400) toast('error', error.message);
      else showServerErrors(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormContext value={context}>
      <form
        ref={element}
        noValidate
        className={classes.form}
        onSubmit={submit((values) => void run(values))}
      >
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {yes}
          </Button>
        </Group>
      </form>
    </FormContext>
  );
}
