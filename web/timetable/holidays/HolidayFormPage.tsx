import { holidayRule, holidays, type Holiday } from '#contract/timetable/holiday.ts';
import { askFirst, confirmClashesOfForm } from '#web/ui/clashes/question.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { confirmHoliday } from './effect.tsx';
import { holidayResource } from './resource.ts';

const empty = { name: '', date_from: '', date_to: '' };
const valuesOf = ({ name, date_from, date_to }: Holiday) => ({ name, date_from, date_to });

export function HolidayFormPage() {
  return (
    <ResourceForm
      resource={holidayResource}
      schema={holidays.body}
      rule={holidayRule}
      empty={empty}
      valuesOf={valuesOf}
      beforeSave={async (values, edit) =>
        (await confirmHoliday(values)) && (edit === undefined || askFirst)
      }
      again={confirmClashesOfForm}
    >
      <TextField name="name" label="Name" />
      <DateField name="date_from" label="Holiday from" />
      <DateField name="date_to" label="Holiday to" description="The last day, itself a holiday" />
    </ResourceForm>
  );
}
