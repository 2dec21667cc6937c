import { messages } from '../../../contract/messages.ts';
import { subjects, type Subject } from '../../../contract/subject.ts';
import { PickerField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { studyYearChoices } from '../../ui/form/options.ts';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { coursePicker } from '../courses/section.ts';
import { specializationPicker } from '../specializations/section.ts';
import { teacherPicker } from '../teachers/section.ts';
import { subjectSection } from './section.ts';

const empty = { subject_name: '', subject_code: '', year: null, course_id: null, specialization: null, subject_teacher_id: null };

const valuesOf = ({ subject_name, subject_code, year, course_id, specialization, subject_teacher_id }: Subject) => ({
  subject_name,
  subject_code,
  year,
  course_id,
  specialization: specialization.id,
  subject_teacher_id,
});

export function SubjectFormPage() {
  return (
    <ResourceForm section={subjectSection} schema={subjects.body} empty={empty} valuesOf={valuesOf} added={messages.subjectAdded}>
      <TextField name="subject_name" label="Subject name" />
      <TextField name="subject_code" label="Subject code" />
      <SelectField name="year" label="Year" choices={studyYearChoices} numeric />
      <PickerField name="course_id" label="Course" source={coursePicker} />
      <PickerField name="specialization" label="Specialization" source={specializationPicker} />
      <PickerField name="subject_teacher_id" label="Teacher" source={teacherPicker} />
    </ResourceForm>
  );
}
