import { memo } from 'react';
import type { SettingName } from '#contract/settings.ts';
import { FormContext, type FormState } from '#web/ui/form/form-context.ts';
import { SettingField } from './SettingField.tsx';

interface Props {
  name: SettingName;
  value: unknown;
  /** The errors of the setting and its parts, as text. */
  errors: string;
  context: FormState;
}

/** A setting that is drawn again only when it changes: the page has too many to draw all with each key. */
export const SteadyField = memo(
  function SteadyField({ name, context }: Props) {
    return (
      <FormContext value={context}>
        <SettingField name={name} />
      </FormContext>
    );
  },
  (before, now) =>
    before.name === now.name && Object.is(before.value, now.value) && before.errors === now.errors,
);
