import { Checkbox, Group } from '@mantine/core';
import { weekdays } from '#contract/weekdays.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import form from '#web/ui/form/Form.module.css';

interface WeekdaysFieldProps {
  name: string;
  label: string;
  description: string;
}

/** Days of the week, in their order. */
export function WeekdaysField({ name, ...texts }: WeekdaysFieldProps) {
  const state = useFormState();
  const { value, error } = useFieldProps(name);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Checkbox.Group
      {...texts}
      className={form.wide}
      value={weekdays.filter((day) => chosen.includes(day))}
      error={error}
      onChange={(days) =>
        state.form.setFieldValue(
          name,
          weekdays.filter((day) => days.includes(day)),
        )
      }
    >
      <Group gap="md" mt={6}>
        {weekdays.map((day, at) => (
          <Checkbox key={day} value={day} label={day} data-path={at === 0 ? name : undefined} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
