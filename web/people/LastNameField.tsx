import { Button } from '@mantine/core';
import { useRef } from 'react';
import { noLastName } from '#contract/person-name.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { useFormState } from '#web/ui/form/form-context.ts';

/** The last name of a person, with a button for people who have one name only (R-NAME-1). */
export function LastNameField() {
  const { form } = useFormState();
  const field = useRef<HTMLDivElement>(null);
  function take() {
    form.setFieldValue('last_name', noLastName);
    // The button is removed: the focus returns to the field.
    field.current?.querySelector('input')?.focus();
  }
  return (
    <div ref={field}>
      <TextField
        name="last_name"
        label="Last name"
        description={`${noLastName} for a person who has one name only; it is not printed`}
      />
      {form.values.last_name !== noLastName && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={take}>
          Has one name only
        </Button>
      )}
    </div>
  );
}
