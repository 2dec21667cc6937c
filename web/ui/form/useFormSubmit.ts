import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useMemo, useRef, type FormEvent } from 'react';
import { messages } from '#contract/texts.ts';
import { ApiError } from '#web/platform/api.ts';
import { toast } from '../toasts.ts';
import type { Values } from './form-context.ts';
import { fieldErrors, serverErrorMessages } from './server-errors.ts';

/** Submits a form: not while something blocks it; the first invalid field gets the focus. */
export function useFormSubmit(form: UseFormReturnType<Values>, editing = false) {
  const element = useRef<HTMLFormElement>(null);
  const blocked = useRef(new Map<string, string>());

  const block = useCallback((name: string, reason: string | null) => {
    if (reason) blocked.current.set(name, reason);
    else blocked.current.delete(name);
  }, []);
  /** The form state for its fields. */
  const context = useMemo(() => ({ form, editing, block }), [form, editing, block]);

  function focusFirst(errors: Record<string, unknown>) {
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    fields.find((field) => Object.hasOwn(errors, field.dataset.path ?? ''))?.focus();
  }

  const submit = (send: (values: Values) => void) => (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    const [reason] = blocked.current.values();
    if (reason) toast('error', reason);
    else form.onSubmit(send, focusFirst)(event);
  };

  /** Shows server errors in toasts and under the fields (R-FORM-1). */
  function showServerErrors(error: unknown, message?: string) {
    if (!(error instanceof ApiError)) {
      console.error(error);
      toast('error', messages.submitFailed);
      return;
    }
    if (message) toast('error', message);
    // Somebody else has deleted what is edited.
    if (editing && error.status === 404) return toast('error', error.message);
    for (const text of serverErrorMessages(error.body, editing)) toast('error', text);
    const errors = fieldErrors(error.body);
    form.setErrors(errors);
    focusFirst(errors);
  }

  return { element, context, submit, showServerErrors };
}
