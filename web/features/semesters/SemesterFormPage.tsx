import { messages } from '../../../contract/messages.ts';
import { semesterRule, semesters, type Semester } from '../../../contract/semester.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { DateField, SelectField } from '../../ui/form/fields.tsx';
import { futureYearChoices, semesterChoices, yearChoices } from '../../ui/form/options.ts';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { semesterSection } from './section.ts';

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
      section={semesterSection}
      schema={semesters.body}
      rule={semesterRule}
      empty={empty}
      valuesOf={valuesOf}
      added={messages.semesterAdded}
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
