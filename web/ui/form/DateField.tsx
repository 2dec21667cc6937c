import { DateInput } from '../DateInput.tsx';
import { useFieldProps } from './form-context.ts';

interface DateFieldProps {
  /** The field's name in the body. */
  name: string;
  label: string;
  optional?: boolean;
  description?: string;
}

/** A date as the institute writes it. */
export function DateField({ name, label, optional, description }: DateFieldProps) {
  const { value, onChange, ...props } = useFieldProps(name);
  return (
    <DateInput
      {...props}
      label={label}
      description={description}
      withAsterisk={!optional}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  );
}
