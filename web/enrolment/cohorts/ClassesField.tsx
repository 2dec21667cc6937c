import { ActionIcon, Input, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCallback } from 'react';
import { messages, optionsOfFailed } from '#contract/texts.ts';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import formClasses from '#web/ui/form/Form.module.css';
import { Picker } from '#web/ui/Picker.tsx';
import { useOption } from '#web/ui/usePickerOptions.ts';
import { toast } from '#web/ui/toasts.ts';
import classes from './Cohorts.module.css';
import { classPicker } from '#web/school/cohorts.tsx';

const name = 'schedules_id';

/** The cohort's classes: found by search, added and removed one by one. */
export function ClassesField() {
  const { form, block } = useFormState();
  const { value, error } = useFieldProps(name);
  const chosen = value as number[];
  const trouble = useCallback(
    (failed: boolean) =>
      block(
        name,
        failed ? `${optionsOfFailed(classPicker.title)}. ${messages.resolveFirst}` : null,
      ),
    [block],
  );

  function add(id: number | null) {
    if (id === null) return;
    if (chosen.includes(id)) return toast('information', messages.alreadyAdded);
    form.setFieldValue(name, [...chosen, id]);
    form.clearFieldError(name);
  }

  return (
    <div className={formClasses.wide}>
      <Picker
        label="Add schedules"
        source={classPicker}
        value={null}
        onChange={add}
        error={error}
        data-path={name}
        onTrouble={trouble}
        description="Search by subject, room or teacher"
        withAsterisk
        eager
      />
      <Input.Label component="div" mt="sm">
        Schedules of this cohort ({chosen.length})
      </Input.Label>
      {chosen.length === 0 && (
        <Text size="sm" c="dimmed">
          {messages.noData}
        </Text>
      )}
      <ol className={classes.chosen}>
        {chosen.map((id) => (
          <SelectedClass
            key={id}
            id={id}
            remove={() =>
              form.setFieldValue(
                name,
                chosen.filter((other) => other !== id),
              )
            }
          />
        ))}
      </ol>
    </div>
  );
}

function SelectedClass({ id, remove }: { id: number; remove: () => void }) {
  const title = useOption(classPicker, id);
  return (
    <li>
      <Text size="sm">{title}</Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={`Remove ${title}`}
        onClick={remove}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
