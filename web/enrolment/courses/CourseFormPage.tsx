import { courses, type Course } from '#contract/timetable/course.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { courseResource } from '#web/school/courses.ts';

const empty = { name: '', coordinator_email: '' };
const valuesOf = ({ name, coordinator_email }: Course) => ({
  name,
  coordinator_email: coordinator_email ?? '',
});

export function CourseFormPage() {
  return (
    <ResourceForm resource={courseResource} schema={courses.body} empty={empty} valuesOf={valuesOf}>
      <TextField name="name" label="Name" />
      <TextField name="coordinator_email" label="Coordinator’s e-mail" type="email" optional />
    </ResourceForm>
  );
}
