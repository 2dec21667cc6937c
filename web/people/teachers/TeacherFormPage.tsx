import { teachers, type Teacher } from '#contract/people/teacher.ts';
import { CardField } from '#web/ui/form/CardField.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { CardByTap } from '../cards/CardByTap.tsx';
import { useCardRule } from '../cards/useCardRule.ts';
import { confirmSamePerson } from '../confirm-same-person.ts';
import { LastNameField } from '../LastNameField.tsx';
import { teacherResource } from '#web/school/teachers.ts';

const empty = { first_name: '', last_name: '', email: '', phone: '', card_number: '' };
const valuesOf = ({ first_name, last_name, email, phone, card_number }: Teacher) => ({
  first_name,
  last_name,
  email,
  phone,
  card_number: card_number ?? '',
});

export function TeacherFormPage() {
  return (
    <ResourceForm
      resource={teacherResource}
      schema={teachers.body}
      rule={useCardRule('card_number')}
      empty={empty}
      valuesOf={valuesOf}
      again={confirmSamePerson}
      againToAdd={confirmSamePerson}
    >
      <TextField name="first_name" label="First name" />
      <LastNameField />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        description="The address used to sign in"
      />
      <TextField name="phone" label="Phone" type="tel" />
      <CardByTap name="card_number" />
      <CardField
        name="card_number"
        label="Card number"
        description="For readers at doors. Type it, or tap the card at a reader"
      />
    </ResourceForm>
  );
}
