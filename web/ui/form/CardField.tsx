import { warningOf } from '#contract/card-hints.ts';
import { haveForm, storedCard } from '#contract/card-number.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { TextField } from './fields.tsx';
import { useFormState } from './form-context.ts';

interface Props {
  /** The field's name in the body. */
  name: string;
  label: string;
  description: string;
}

/** The number of a card, typed or read; Enter and leaving the field show it as it is stored (R-CARD-1). */
export function CardField({ name, label, description }: Props) {
  const { form } = useFormState();
  const { config } = useSession();
  const typed: unknown = form.getValues()[name];
  const text = typeof typed === 'string' ? typed : '';
  const warning = form.isDirty(name) ? warningOf(text) : null;
  const isNew = text !== '' && form.isDirty(name) && haveForm(config);
  const stored = isNew ? storedCard(text, config) : text;
  const store = () => {
    if (stored !== text) form.setFieldValue(name, stored);
  };
  return (
    <TextField
      // A reader types here as it does into any field: nothing is taken away from it.
      data-card-field="number"
      name={name}
      label={label}
      optional
      description={[isNew ? `Stored as ${stored}` : description, warning]
        .filter(Boolean)
        .join('. ')}
      onKeyDown={(event) => {
        // A reader ends with Enter, which must not submit the form.
        if (event.key !== 'Enter') return;
        event.preventDefault();
        store();
      }}
      onBlur={store}
    />
  );
}
