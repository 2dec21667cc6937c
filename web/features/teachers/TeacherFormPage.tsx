import { messages } from '../../../contract/messages.ts';
import { teachers, type Teacher } from '../../../contract/teacher.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { teacherSection } from './section.ts';

const empty = { first_name: '', last_name: '', email: '', phone: '' };
const valuesOf = ({ first_name, last_name, email, phone }: Teacher) => ({ first_name, last_name, email, phone });

export function TeacherFormPage() {
  return (
    <ResourceForm section={teacherSection} schema={teachers.body} empty={empty} valuesOf={valuesOf} added={messages.teacherAdded}>
      <TextField name="first_name" label="First name" />
      <TextField name="last_name" label="Last name" />
      <TextField name="email" label="E-mail" type="email" description="What they sign in with" />
      <TextField name="phone" label="Phone" type="tel" />
    </ResourceForm>
  );
}
