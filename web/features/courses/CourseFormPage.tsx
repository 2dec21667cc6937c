import { courses, type Course } from '#contract/course.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { courseResource } from './resource.ts';

const empty = { name: '' };
const valuesOf = ({ name }: Course) => ({ name });

export function CourseFormPage() {
  return (
    <ResourceForm resource={courseResource} schema={courses.body} empty={empty} valuesOf={valuesOf}>
      <TextField name="name" label="Name" />
    </ResourceForm>
  );
}
