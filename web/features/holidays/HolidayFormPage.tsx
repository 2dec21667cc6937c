import { holidayRule, holidays, type Holiday } from '../../../contract/holiday.ts';
import { messages } from '../../../contract/messages.ts';
import { DateField, TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { holidaySection } from './section.ts';

const empty = { name: '', date_from: '', date_to: '' };
const valuesOf = ({ name, date_from, date_to }: Holiday) => ({ name, date_from, date_to });

export function HolidayFormPage() {
  return (
    <ResourceForm section={holidaySection} schema={holidays.body} rule={holidayRule} empty={empty} valuesOf={valuesOf} added={messages.holidayAdded}>
      <TextField name="name" label="Name" />
      <DateField name="date_from" label="Holiday from" />
      <DateField name="date_to" label="Holiday to" description="The last day, itself a holiday" />
    </ResourceForm>
  );
}
