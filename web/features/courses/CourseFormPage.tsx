import { courses, type Course } from '../../../contract/course.ts';
import { messages } from '../../../contract/messages.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { courseSection } from './section.ts';

const empty = { name: '' };
const valuesOf = ({ name }: Course) => ({ name });

export function CourseFormPage() {
  return (
    <ResourceForm section={courseSection} schema={courses.body} empty={empty} valuesOf={valuesOf} added={messages.courseAdded}>
      <TextField name="name" label="Name" />
    </ResourceForm>
  );
}
