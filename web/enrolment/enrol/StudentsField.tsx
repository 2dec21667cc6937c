import { ActionIcon, Button, Input, Text, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '#contract/texts.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import formClasses from '#web/ui/form/Form.module.css';
import { Picker } from '#web/ui/Picker.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useOption } from '#web/ui/usePickerOptions.ts';
import { studentPicker } from '#web/school/students.tsx';
import classes from './Enrolment.module.css';

interface StudentsFieldProps {
  /** The field's name in the body, if it differs. */
  field?: string;
  optional?: boolean;
}

/** Students, chosen by search or pasted as a list of student IDs. */
export function StudentsField({ field = 'student', optional }: StudentsFieldProps) {
  const { form } = useFormState();
  const { value, error } = useFieldProps(field);
  const [pasting, setPasting] = useState<string | null>(null);
  const chosen = value as (number | string)[];
  const set = (next: (number | string)[]) => {
    form.setFieldValue(field, next);
    form.clearFieldError(field);
  };

  function add(id: number | null) {
    if (id === null) return;
    if (chosen.includes(id)) return toast('information', messages.alreadyAdded);
    set([...chosen, id]);
  }

  function paste() {
    const ids = (pasting ?? '').split(/[\s,;]+/).filter(Boolean);
    set([...new Set([...chosen, ...ids])]);
    setPasting(null);
  }

  return (
    <div className={formClasses.wide}>
      <Picker
        label="Add students"
        source={studentPicker}
        value={null}
        onChange={add}
        error={error}
        data-path={field}
        withAsterisk={!optional}
        eager
      />
      {pasting === null ? (
        <Button mt="xs" size="compact-sm" variant="subtle" onClick={() => setPasting('')}>
          Paste student IDs
        </Button>
      ) : (
        <div className={classes.paste}>
          <Textarea
            label="Student IDs"
            description="One a line, or separated by commas"
            autosize
            minRows={3}
            maxRows={8}
            value={pasting}
            onChange={(event) => setPasting(event.currentTarget.value)}
          />
          <Button mt="xs" size="compact-sm" onClick={paste}>
            Add these students
          </Button>
        </div>
      )}
      <Input.Label component="div" mt="sm" display="block">
        Students ({chosen.length})
      </Input.Label>
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed">
          {messages.noData}
        </Text>
      )}
      <ul className={classes.chosen}>
        {chosen.map((key) => (
          <Chosen
            key={key}
            student={key}
            remove={() => set(chosen.filter((other) => other !== key))}
          />
        ))}
      </ul>
    </div>
  );
}

function Chosen({ student, remove }: { student: number | string; remove: () => void }) {
  const found = useOption(studentPicker, typeof student === 'number' ? student : null);
  const title = typeof student === 'number' ? found : student;
  return (
    <li>
      <Text size="sm">{title}</Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        c="var(--mantine-color-text)"
        aria-label={`Remove ${title}`}
        onClick={remove}
      >
        <IconX size={14} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
