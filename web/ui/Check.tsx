import { useEffect, useRef } from 'react';

interface CheckProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for are checked. */
  some?: boolean;
  onChange: (on: boolean) => void;
}

/** A check box of a table. */
export function Check({ label, checked, some = false, onChange }: CheckProps) {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    element.current!.indeterminate = some;
  }, [some]);
  return (
    <input
      ref={element}
      type="checkbox"
      className="at-check"
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
