import { subjects, type Subject } from '#contract/enrolment/subject.ts';
import { PickerField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { studyYearChoices } from '#web/ui/form/options.ts';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { specializationPicker } from '../specializations/resource.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { subjectResource } from '#web/school/subjects.ts';

const empty = {
  subject_name: '',
  subject_code: '',
  year: null,
  course_id: null,
  specialization: null,
  subject_teacher_id: null,
};

const valuesOf = ({
  subject_name,
  subject_code,
  year,
  course_id,
  specialization,
  subject_teacher_id,
}: Subject) => ({
  subject_name,
  subject_code,
  year,
  course_id,
  specialization: specialization.id,
  subject_teacher_id,
});

/** Fields that the next record mostly shares. */
const keeps = ['year', 'course_id'];

export function SubjectFormPage() {
  return (
    <ResourceForm
      resource={subjectResource}
      schema={subjects.body}
      empty={empty}
      keeps={keeps}
      valuesOf={valuesOf}
    >
      <TextField name="subject_name" label="Subject name" />
      <TextField name="subject_code" label="Subject code" />
      <SelectField name="year" label="Year" choices={studyYearChoices} numeric />
      <PickerField name="course_id" label="Course" source={coursePicker} />
      <PickerField name="specialization" label="Specialization" source={specializationPicker} />
      <PickerField name="subject_teacher_id" label="Teacher" source={teacherPicker} />
    </ResourceForm>
  );
}
