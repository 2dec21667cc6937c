interface CheckProps {
  label: string;
  checked: boolean;
  /** Some of the rows are checked. */
  some?: boolean;
  onChange: (on: boolean) => void;
}

/** A check box of a table. */
export function Check({ label, checked, some = false, onChange }: CheckProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = some;
      }}
      type="checkbox"
      className="at-check"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
