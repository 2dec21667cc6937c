import { Select } from '#web/ui/Select.tsx';
import { useEffect } from 'react';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { useFormState } from '#web/ui/form/form-context.ts';
import { reasonChoices } from '../cards/reasons.ts';

interface Props {
  /** Null while no card ends. */
  value: StatedCardReason | null;
  onChange: (reason: StatedCardReason | null) => void;
}

/** Why the present card ends, once its number was changed in the form (R-CARD-3). */
export function CardReasonField({ value, onChange }: Props) {
  const { form, editing } = useFormState();
  const before: unknown = form.getInitialValues().rfid_number;
  const ends = editing && Boolean(before) && form.isDirty('rfid_number');
  useEffect(() => onChange(ends ? 'replaced' : null), [ends, onChange]);
  if (!ends) return null;
  return (
    <Select
      label={`Card ${String(before)}`}
      description="Why the student has it no more"
      data={reasonChoices}
      value={value}
      allowDeselect={false}
      onChange={onChange}
    />
  );
}
