import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useMemo, useRef, type FormEvent } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Refusal } from '../../app/api.ts';
import { toast } from '../toasts.ts';
import type { Values } from './form-context.ts';
import { fieldErrors, refusalTexts } from './refusals.ts';

/** How a form is sent: not while something blocks it, and the first field that is wrong gets the focus. */
export function useSending(form: UseFormReturnType<Values>, editing = false) {
  const element = useRef<HTMLFormElement>(null);
  const blocked = useRef(new Map<string, string>());

  const block = useCallback((name: string, reason: string | null) => {
    if (reason) blocked.current.set(name, reason);
    else blocked.current.delete(name);
  }, []);
  /** What the fields know of their form. */
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

  /** Says what the server refused: in toasts, and under the fields (spec §8). */
  function refused(error: unknown, said?: string) {
    if (!(error instanceof Refusal)) {
      console.error(error);
      toast('error', messages.submitFailed);
      return;
    }
    if (said) toast('error', said);
    for (const text of refusalTexts(error.body, editing)) toast('error', text);
    const errors = fieldErrors(error.body);
    form.setErrors(errors);
    focusFirst(errors);
  }

  return { element, context, submit, refused };
}
