import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** It is chosen here. */
  isNew?: boolean;
}

/** The PIN that guards the settings of a device. */
export function PinField({ label, value, onChange, isNew = false }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        type="password"
        inputMode="numeric"
        autoComplete={isNew ? 'new-password' : 'off'}
        maxLength={8}
        required
        autoFocus={!isNew}
      />
    </>
  );
}

/** What is wrong, once something is. */
export function Problem({ text }: { text: string }) {
  return (
    text !== '' && (
      <p role="alert" className="problem">
        {text}
      </p>
    )
  );
}
