import { isDate, mondayOf } from '#contract/dates.ts';
import { namesOfWeeks } from '#contract/week-names.ts';
import { weekWords } from '#contract/weeks.ts';
import { semesterForm, semesterRule, type Semester } from '#contract/timetable/semester.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { askFirst, confirmClashesOfForm } from '#web/ui/clashes/question.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { SelectField } from '#web/ui/form/fields.tsx';
import { futureYearChoices, semesterChoices, yearChoices } from '#web/ui/form/options.ts';
import { useFormState } from '#web/ui/form/form-context.ts';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { confirmSemester } from '../calendar/taken-rolls.ts';
import { semesterResource } from '#web/school/semesters.ts';
import { AddedSemester } from './AddedSemester.tsx';

const empty = {
  year: null,
  semester: null,
  batch: null,
  semester_start_date: '',
  semester_end_date: '',
  class_start_date: '',
  class_end_date: '',
  first_week: 'odd',
};
const valuesOf = ({ id: _id, ...values }: Semester) => ({ ...values, weeks: 'dates' });

const whatStays = [
  { value: 'dates', label: 'Their dates: the numbers follow' },
  { value: 'numbers', label: 'Their numbers: the dates follow' },
];

/** What classes with weeks keep, where week 1 would be another one. */
function MovedWeeks() {
  const { form, editing } = useFormState();
  const { class_start_date: first } = form.values;
  const { class_start_date: before } = form.getInitialValues();
  if (!editing || !isDate(String(first)) || mondayOf(first) === mondayOf(before)) return null;
  return <SelectField name="weeks" label="Classes in chosen weeks keep" choices={whatStays} />;
}

export function SemesterFormPage() {
  const { today, week_names } = useSession().config;
  const names = namesOfWeeks(week_names);
  return (
    <ResourceForm
      resource={semesterResource}
      schema={semesterForm}
      rule={semesterRule}
      empty={empty}
      valuesOf={valuesOf}
      beforeSave={async (values, edit) =>
        (await confirmSemester(values, edit)) && (edit === undefined || askFirst)
      }
      again={confirmClashesOfForm}
      AddedNotice={AddedSemester}
    >
      <SelectField name="year" label="Year" choices={yearChoices(today)} numeric />
      <SelectField name="semester" label="Semester" choices={semesterChoices} numeric />
      <SelectField name="batch" label="Batch" choices={futureYearChoices(today)} />
      <fieldset>
        <legend>The semester</legend>
        <DateField name="semester_start_date" label="Semester start date" />
        <DateField name="semester_end_date" label="Semester end date" />
      </fieldset>
      <fieldset>
        <legend>Its classes</legend>
        <DateField name="class_start_date" label="Class start date" />
        <DateField name="class_end_date" label="Class end date" />
        <MovedWeeks />
        {names && (
          <SelectField
            name="first_week"
            label="The first week is"
            choices={weekWords.map((value, at) => ({ value, label: names[at] ?? value }))}
          />
        )}
      </fieldset>
    </ResourceForm>
  );
}
