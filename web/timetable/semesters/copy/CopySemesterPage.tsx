import { Button, Group, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isDate } from '#contract/dates.ts';
import { messages } from '#contract/texts.ts';
import type { CopiedCohorts } from '#contract/timetable/semester-copy.ts';
import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { FormContext, type Values } from '#web/ui/form/form-context.ts';
import { PickerField, SelectField } from '#web/ui/form/fields.tsx';
import { useProposed } from '#web/ui/form/useProposed.ts';
import { useFormSubmit } from '#web/ui/form/useFormSubmit.ts';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { semesterPicker, semesterResource } from '#web/school/semesters.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { CopiedBand } from './CopiedBand.tsx';
import { CopyPreview } from './CopyPreview.tsx';
import { CopyQuestions } from './CopyQuestions.tsx';
import classes from './CopySemester.module.css';
import { proposedSemesters } from './proposed.ts';
import { useSemesterCopy } from './useSemesterCopy.ts';

const cohortChoices: { value: CopiedCohorts; label: string }[] = [
  { value: 'none', label: 'Without cohorts' },
  { value: 'classes', label: 'With cohorts, without students' },
  { value: 'students', label: 'With cohorts and their students' },
];

/** Copies all classes of a semester into another one, after a preview (R-COPY-1). */
export function CopySemesterPage() {
  const search = useSearch({ from: '/timetable/copy' });
  const can = useCan();
  const form = useForm<Values>({
    initialValues: {
      from: Number(search.semester) || null,
      semester_id: Number(search.into) || null,
      as_of: '',
      cohorts: 'none',
    },
    validate: ({ from, semester_id, as_of }) => ({
      from: from === null ? messages.required : null,
      semester_id: semester_id === null ? messages.required : sameOrNull(from, semester_id),
      as_of: as_of === '' || isDate(String(as_of)) ? null : 'must be a date',
    }),
  });
  useProposed(form, useProposal(search));
  const { element, context, submit, showServerErrors } = useFormSubmit(form);
  const copy = useSemesterCopy(form.values, showServerErrors);
  const { preview, shown, done, answers } = copy;
  const choices = can('Enroll Student', 'add')
    ? cohortChoices
    : cohortChoices.filter(({ value }) => value !== 'students');

  return (
    <FormContext value={context}>
      <PageHead title="Copy a semester">
        <BackButton />
      </PageHead>
      <form
        ref={element}
        noValidate
        className={`at-card ${classes.form}`}
        onSubmit={submit(copy.send)}
      >
        <div className={classes.fields}>
          <PickerField name="from" label="All classes of" source={semesterPicker} />
          <div>
            <PickerField name="semester_id" label="Into" source={semesterPicker} />
            {can('Semester', 'add') && (
              <AnchorLink to="/semester/add" size="sm">
                Add a semester
              </AnchorLink>
            )}
          </div>
          <DateField
            name="as_of"
            label="Times and rooms as of"
            optional
            description="Later changes are copied as well. Without a day: the last one with classes."
          />
          <SelectField name="cohorts" label="Cohorts" choices={choices} />
        </div>
        {copy.isWhole && preview.isError && (
          <Text c="var(--mantine-color-error)" role="alert">
            {preview.error.message}
          </Text>
        )}
        {copy.isWhole && preview.isLoading && <PleaseWait />}
        {done && <CopiedBand of={done} semester={Number(form.values.semester_id)} />}
        {shown && !done && <CopyQuestions of={shown} answers={answers} answer={copy.answer} />}
        {shown && !done && <CopyPreview of={shown} />}
        {!done && (
          <Group justify="flex-end">
            {copy.isWhole ? null : (
              <Text size="sm" c="dimmed">
                {form.values.from !== null && form.values.from === form.values.semester_id
                  ? 'Choose two different semesters.'
                  : 'Choose both semesters.'}
              </Text>
            )}
            <Button
              type="submit"
              loading={copy.isSending || (copy.isWhole && preview.isPlaceholderData)}
              disabled={!shown || shown.classes === 0 || copy.hasQuestions}
            >
              {shown?.clashes.some(({ confirmed }) => !confirmed)
                ? 'Copy although some clash'
                : 'Copy'}
            </Button>
          </Group>
        )}
      </form>
    </FormContext>
  );
}

/** The present semester, and the next one unless the address names another one to copy into. */
function useProposal({ semester, into }: { semester?: string; into?: string }): Values | undefined {
  const { today } = useSession().config;
  const isNamed = semester !== undefined;
  const { data } = useQuery({
    queryKey: resourceKey(semesterResource, 'last'),
    queryFn: ({ signal }) =>
      request(semesterEndpoints.list, { query: { ordering: '-semester_start_date' }, signal }),
    enabled: !isNamed,
  });
  return useMemo(() => {
    if (!data) return undefined;
    const proposed = proposedSemesters(data.results, today);
    const semester_id = into === undefined ? proposed.semester_id : Number(into);
    return { from: proposed.from === semester_id ? null : proposed.from, semester_id };
  }, [data, today, into]);
}

const sameOrNull = (from: unknown, into: unknown): string | null =>
  from === into ? 'Choose another semester' : null;
