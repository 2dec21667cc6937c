import { messages } from '#contract/texts.ts';
import { payCodes, type PayCode } from '#contract/pay/pay-code.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { payCodeResource, payTypeChoices } from '#web/school/pay-codes.ts';

const empty = { paycode: '', amount: '', paycode_type: null, details: '' };
const valuesOf = ({ paycode, amount, paycode_type, details }: PayCode) => ({
  paycode,
  amount,
  paycode_type,
  details: details ?? '',
});

export function PayCodeFormPage() {
  return (
    <ResourceForm
      resource={payCodeResource}
      schema={payCodes.body}
      empty={empty}
      valuesOf={valuesOf}
      added={messages.payrollAdded}
      addFailed={messages.payrollAddFailed}
    >
      <TextField name="paycode" label="Pay code" />
      <TextField name="amount" label="Amount per hour" placeholder="0.00" />
      <SelectField name="paycode_type" label="Pay type" choices={payTypeChoices} />
      <TextAreaField name="details" label="Details" optional />
    </ResourceForm>
  );
}
