import { modals } from '@mantine/modals';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  addRedListRule,
  changeRedListRule,
} from '#contract/standing/red-list-computed.endpoints.ts';
import type { NewRedListRule, RedListRule, SavedRule } from '#contract/standing/red-list-rule.ts';
import { newRedListRule } from '#contract/standing/red-list-rule.ts';
import { classTypes } from '#contract/weekdays.ts';
import { request } from '#web/platform/api.ts';
import { DialogForm } from '#web/ui/form/DialogForm.tsx';
import { CheckboxField, NumberField, PickerField, SelectField } from '#web/ui/form/fields.tsx';
import { useFormState, type Values } from '#web/ui/form/form-context.ts';
import { toast } from '#web/ui/toasts.ts';
import { coursePicker } from '#web/school/courses.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import classes from './Rules.module.css';

interface RuleProps {
  /** Undefined for a new rule. */
  rule?: RedListRule;
  done: () => void;
}

/** Opens the form of a rule, which says how many it lists while it is filled in. */
export function openRule(props: RuleProps): void {
  const id = modals.open({
    title: props.rule ? 'Edit rule' : 'Add rule',
    size: 'lg',
    children: <RuleForm {...props} close={() => modals.close(id)} />,
  });
}

const fields = ['below', 'least_meetings', 'consecutive', 'absences', 'weeks'] as const;

const initialOf = (rule: RedListRule | undefined): Values => ({
  subject_id: rule?.subject?.id ?? null,
  course_id: rule?.course?.id ?? null,
  overall: rule?.overall ?? false,
  class_type: rule?.class_type ?? null,
  ...Object.fromEntries(fields.map((name) => [name, rule?.[name] ?? null])),
  least_meetings: rule?.least_meetings ?? 5,
});

/** What is sent: without empty fields. */
const bodyOf = (values: Values): NewRedListRule =>
  // The form's check has compared it with the schema.
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== ''),
  ) as NewRedListRule;

const problemsOf = (values: Values): Record<string, string> => {
  const checked = newRedListRule.safeParse(bodyOf(values));
  return Object.fromEntries(
    (checked.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  );
};

function RuleForm({ rule, done, close }: RuleProps & { close: () => void }) {
  async function send(values: Values) {
    const body = bodyOf(values);
    if (rule) await request(changeRedListRule, { params: { id: rule.id }, body });
    else await request(addRedListRule, { body });
    toast('success', rule ? 'Rule changed' : 'Rule added');
    close();
    done();
  }
  return (
    <DialogForm
      initial={initialOf(rule)}
      check={problemsOf}
      yes={rule ? 'Save' : 'Add rule'}
      send={send}
      cancel={close}
    >
      <div className={classes.parts}>
        <PickerField name="subject_id" label="Subject" source={subjectPicker} optional />
        <PickerField name="course_id" label="Course" source={coursePicker} optional />
        <SelectField
          name="class_type"
          label="Class type"
          description="Counts only these classes. Empty: all classes of a subject."
          choices={classTypes.map((value) => ({ value, label: value }))}
          optional
        />
      </div>
      <CheckboxField
        name="overall"
        label="All subjects together"
        description="Compares what a student’s subjects add up to, beside the rules of each subject."
      />
      <div className={classes.parts}>
        <NumberField name="below" label="Rate below" decimals={2} suffix=" %" optional />
        <NumberField name="least_meetings" label="Once so many classes count" />
        <NumberField name="consecutive" label="Absences in a row" optional />
        <NumberField name="absences" label="Absences" optional />
        <NumberField name="weeks" label="within weeks" optional />
      </div>
      <Listed />
    </DialogForm>
  );
}

const pauseMs = 300;

/** How many students the rule lists now, by itself. */
function Listed() {
  const { values } = useFormState().form;
  const isValid = Object.keys(problemsOf(values)).length === 0;
  // As text: an object would have a new identity on each render.
  const [body] = useDebouncedValue(isValid ? JSON.stringify(bodyOf(values)) : null, pauseMs);
  const preview = useQuery({
    queryKey: ['red-list-rule-preview', body],
    queryFn: ({ signal }) =>
      request(addRedListRule, { body: { ...JSON.parse(body ?? '{}'), preview: true }, signal }),
    enabled: body !== null && isValid,
    placeholderData: keepPreviousData,
  });
  return (
    <Text size="sm" role="status" aria-busy={preview.isFetching}>
      {!isValid
        ? 'A percentage, absences in a row or absences within some weeks: one is enough.'
        : preview.data
          ? listedText(preview.data)
          : 'Counting…'}
    </Text>
  );
}

/** "Lists 49 entries now, of 43 students." */
function listedText({ listed, students }: SavedRule): string {
  if (listed === null) return 'How many it lists is counted once it is saved.';
  const entries = listed === 1 ? '1 entry' : `${listed} entries`;
  return `Lists ${entries} now, of ${students === 1 ? '1 student' : `${students} students`}.`;
}
