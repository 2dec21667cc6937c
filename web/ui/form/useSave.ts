import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { confirm } from '../confirm.ts';
import type { Values } from './form-context.ts';
import type { ResourceFormProps, SaveText } from './resource-form.ts';
import { sendEdit, sendNew } from './send-edit.ts';
import type { useAfterSave } from './useAfterSave.ts';
import type { useFormSubmit } from './useFormSubmit.ts';
import type { useOvertaken } from './useOvertaken.ts';

interface EditedForm {
  form: UseFormReturnType<Values>;
  /** The id of the edited record. */
  edit: string | undefined;
  overtaken: ReturnType<typeof useOvertaken>;
  showServerErrors: ReturnType<typeof useFormSubmit>['showServerErrors'];
  done: ReturnType<typeof useAfterSave>['done'];
}

/** Results of some calls for each record that a request names. */
interface Results {
  results?: { status: string }[];
}

/** Asks the questions before a save, sends the record, and shows the errors of the server. */
export function useSave<Entity>(
  { form, edit, overtaken, showServerErrors, done }: EditedForm,
  props: ResourceFormProps<Entity>,
) {
  const { resource, saveText, beforeSave, addFailed } = props;
  const [busy, setBusy] = useState(false);
  const [lastAdded, setLastAdded] = useState<Entity | null>(null);

  async function save(values: Values) {
    const instead = edit === undefined ? {} : await confirmEdit(edit, values);
    if (instead === null) return;
    setBusy(true);
    let status: string | undefined;
    try {
      const answered = (await beforeSave?.(values, edit)) ?? true;
      if (answered === false) return;
      const more = answered === true ? {} : answered;
      if (edit !== undefined) {
        const body = { ...bodyOf(values, (name) => form.isDirty(name)), ...instead, ...more };
        if (!(await sendEdit(edit, body, overtaken, props))) return;
      } else {
        const body = { ...bodyOf(values), ...more };
        const answer = (await sendNew(body, props)) as (Entity & Results) | null;
        if (answer === null) return;
        setLastAdded(answer);
        status = answer.results?.[0]?.status;
      }
      await done(status, values);
    } catch (error) {
      showServerErrors(error, edit === undefined ? addFailed : undefined);
    } finally {
      setBusy(false);
    }
  }

  /** @returns values that replace the entered ones; null when it is not saved. */
  async function confirmEdit(id: string, values: Values): Promise<Values | null> {
    let question: SaveText = { text: null };
    setBusy(true);
    try {
      const answered = saveText ? await saveText(values, id) : question;
      if (answered === null) return null;
      if ('done' in answered) {
        await done(answered.done, values);
        return null;
      }
      question = answered;
    } catch (error) {
      showServerErrors(error);
      return null;
    } finally {
      setBusy(false);
    }
    const isConfirmed = await confirm({
      title: `Save this ${resource.singular.toLowerCase()}?`,
      text: question.text ?? 'Your changes will be saved.',
      yes: 'Save',
      no: 'Cancel',
    });
    return isConfirmed ? (question.values ?? {}) : null;
  }

  return { busy, lastAdded, save };
}

/** The body of the request: empty fields are null (R-FORM-5). */
function bodyOf(values: Values, sent: (name: string) => boolean = () => true): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => sent(name))
      .map(([name, value]) => [name, value === '' ? null : value]),
  );
}
