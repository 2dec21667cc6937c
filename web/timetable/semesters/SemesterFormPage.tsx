import { semesterRule, semesters, type Semester } from '#contract/timetable/semester.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { askFirst, confirmClashesOfForm } from '#web/ui/clashes/question.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { SelectField } from '#web/ui/form/fields.tsx';
import { futureYearChoices, semesterChoices, yearChoices } from '#web/ui/form/options.ts';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { confirmSemester } from '../calendar/taken-rolls.ts';
import { semesterResource } from '#web/school/semesters.ts';

const empty = {
  year: null,
  semester: null,
  batch: null,
  semester_start_date: '',
  semester_end_date: '',
  class_start_date: '',
  class_end_date: '',
};
const valuesOf = ({ id: _id, ...values }: Semester) => values;

export function SemesterFormPage() {
  const { today } = useSession().config;
  return (
    <ResourceForm
      resource={semesterResource}
      schema={semesters.body}
      rule={semesterRule}
      empty={empty}
      valuesOf={valuesOf}
      beforeSave={async (values, edit) =>
        (await confirmSemester(values, edit)) && (edit === undefined || askFirst)
      }
      again={confirmClashesOfForm}
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
      </fieldset>
    </ResourceForm>
  );
}
