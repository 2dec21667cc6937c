import { useMemo } from 'react';
import { messages } from '../../../contract/messages.ts';
import { students, type Student } from '../../../contract/student.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { DateField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { yearChoices } from '../../ui/form/options.ts';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { MailField } from './MailField.tsx';
import { studentSection } from './section.tsx';
import { cardStateChoices, genderChoices } from './words.ts';

const empty = {
  student_id: '',
  first_name: '',
  last_name: '',
  phone_number: '',
  date_of_birth: '',
  gender: null,
  batch: null,
  student_mail: '',
  rfid_number: '',
  profile_image: null,
  card_print_status: null,
};

const valuesOf = (student: Student) =>
  Object.fromEntries(Object.keys(empty).map((name) => [name, student[name as keyof typeof empty] ?? empty[name as keyof typeof empty]]));

export function StudentFormPage() {
  const { today } = useSession().config;
  const batches = useMemo(() => yearChoices(today), [today]);
  return (
    <ResourceForm
      section={studentSection}
      schema={students.body}
      empty={empty}
      valuesOf={valuesOf}
      added={messages.studentAdded}
      addFailed={messages.studentAddFailed}
    >
      <FileField name="profile_image" label="Profile image" category="student-profile" optional picture />
      <fieldset>
        <legend>Basic info</legend>
        <TextField name="student_id" label="Student ID" />
        <TextField name="first_name" label="First name" />
        <TextField name="last_name" label="Last name" />
        <SelectField name="gender" label="Gender" choices={genderChoices} optional />
        <DateField name="date_of_birth" label="Date of birth" />
        <TextField name="phone_number" label="Phone number" type="tel" />
        <MailField />
        <SelectField name="batch" label="Batch" choices={batches} optional />
      </fieldset>
      <fieldset>
        <legend>RFID info</legend>
        <TextField
          name="rfid_number"
          label="RFID number"
          optional
          description="Type it, or tap the card at a reader"
          // A reader ends with Enter, which is not yet the end of the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <SelectField name="card_print_status" label="Card print status" choices={cardStateChoices} optional />
      </fieldset>
    </ResourceForm>
  );
}
