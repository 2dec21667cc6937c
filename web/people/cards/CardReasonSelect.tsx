import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { reasonChoices } from './reasons.ts';

interface Props {
  label: string;
  value: StatedCardReason;
  onChange: (reason: StatedCardReason) => void;
}

/** Why a student's card ends (R-CARD-3). */
export function CardReasonSelect({ label, value, onChange }: Props) {
  return (
    <select
      className="at-field"
      style={{ display: 'block', width: 150, marginTop: 4 }}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as StatedCardReason)}
    >
      {reasonChoices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
