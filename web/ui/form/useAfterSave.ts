import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import { addedText, messages } from '#contract/texts.ts';
import { resourceKey } from '../resource.ts';
import { toast } from '../toasts.ts';
import type { Values } from './form-context.ts';
import type { ResourceFormProps } from './resource-form.ts';
import { useLeaveQuestion } from './useLeaveQuestion.ts';

interface SavedForm {
  form: UseFormReturnType<Values>;
  element: RefObject<HTMLFormElement | null>;
  editing: boolean;
}

/**
 * After a save the form is emptied for the next record but for what that shares, or left when a record was edited. Leaving a
 * form that is not saved needs a confirmation.
 */
export function useAfterSave<Entity>(
  { form, element, editing }: SavedForm,
  {
    resource,
    added = addedText(resource.singular),
    edited = messages.updated,
    empty,
    keeps = [],
  }: Pick<ResourceFormProps<Entity>, 'resource' | 'added' | 'edited' | 'empty' | 'keeps'>,
) {
  const leaving = useRef(false);
  const queries = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  useLeaveQuestion(() => !leaving.current && form.isDirty());

  const toFirstField = () => element.current?.querySelector<HTMLElement>('[data-path]')?.focus();

  /**
   * @param status the first result's, where the response has results (R-FORM-3).
   * @param saved what was sent: a card or text that was entered meanwhile belongs to the next record.
   */
  async function done(status: string | undefined, saved: Values) {
    toast('success', status ?? (editing ? edited : added));
    void queries.invalidateQueries({ queryKey: resourceKey(resource) });
    if (!editing) {
      const next = Object.entries(form.getValues()).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
      );
      // What stays is no change that leaving would lose.
      form.setInitialValues({
        ...empty,
        ...Object.fromEntries(keeps.map((name) => [name, saved[name]])),
      });
      form.reset();
      form.setValues(Object.fromEntries(next));
      toFirstField();
      return;
    }
    leaving.current = true;
    if (router.history.canGoBack()) router.history.back();
    else await navigate({ to: resource.path });
  }

  return { done, toFirstField };
}
