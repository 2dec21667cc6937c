import { useMemo, useState } from 'react';
import type { StatedCardReason } from '#contract/people/card-reasons.ts';
import { messages } from '#contract/texts.ts';
import { students, type Student } from '#contract/student.ts';
import { factsOf, studentFieldNames, type StudentField } from '#contract/student-fields.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { CardField } from '#web/ui/form/CardField.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { FileField } from '#web/ui/form/FileField.tsx';
import { yearChoices } from '#web/ui/form/options.ts';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { CardByTap } from '../cards/CardByTap.tsx';
import { useCardRule } from '../cards/useCardRule.ts';
import { confirmSamePerson } from '../confirm-same-person.ts';
import { LastNameField } from '../LastNameField.tsx';
import { AddedNotice } from './AddedNotice.tsx';
import { CardReasonField } from './CardReasonField.tsx';
import { MailField } from './MailField.tsx';
import { StudentIdField } from './StudentIdField.tsx';
import { otherFields } from './other-fields.ts';
import { studentResource } from './resource.tsx';
import { cardStateChoices, genderChoices } from './labels.ts';

/** A new student's values; list choices start as null. */
const empty: Record<StudentField, string | null> = {
  ...(Object.fromEntries(studentFieldNames.map((name) => [name, ''])) as Record<
    StudentField,
    string
  >),
  gender: null,
  batch: null,
  profile_image: null,
  card_print_status: null,
};

const valuesOf = (student: Student) =>
  Object.fromEntries(studentFieldNames.map((name) => [name, student[name] ?? empty[name]]));

/** Fields that the next record mostly shares. */
const keeps = ['batch'];

export function StudentFormPage() {
  const { today } = useSession().config;
  const [cardReason, setCardReason] = useState<StatedCardReason | null>(null);
  const batches = useMemo(() => yearChoices(today), [today]);
  return (
    <ResourceForm
      resource={studentResource}
      schema={students.body}
      rule={useCardRule('rfid_number')}
      empty={empty}
      keeps={keeps}
      valuesOf={valuesOf}
      again={confirmSamePerson}
      againToAdd={confirmSamePerson}
      added={messages.studentAdded}
      addFailed={messages.studentAddFailed}
      beforeSave={() => Promise.resolve(cardReason === null || { card_reason: cardReason })}
      AddedNotice={AddedNotice}
    >
      <FileField
        name="profile_image"
        label="Profile image"
        category="student-profile"
        optional
        picture
      />
      <fieldset>
        <legend>Basic info</legend>
        <StudentIdField />
        <TextField name="first_name" label="First name" />
        <LastNameField />
        <SelectField name="gender" label="Gender" choices={genderChoices} optional />
        <DateField name="date_of_birth" label="Date of birth" />
        <TextField name="phone_number" label="Phone number" type="tel" />
        <MailField />
        <SelectField name="batch" label="Batch" choices={batches} optional />
        {otherFields.map((name) => {
          const { label, optional, column } = factsOf(name);
          const Field = column === 'date' ? DateField : TextField;
          return <Field key={name} name={name} label={label} optional={optional ?? false} />;
        })}
      </fieldset>
      <fieldset>
        <legend>RFID info</legend>
        <CardField
          name="rfid_number"
          label="RFID number"
          description="Type it, or tap the card at a reader"
        />
        <CardByTap name="rfid_number" />
        <CardReasonField value={cardReason} onChange={setCardReason} />
        <SelectField
          name="card_print_status"
          label="Card print status"
          choices={cardStateChoices}
          optional
        />
      </fieldset>
    </ResourceForm>
  );
}
