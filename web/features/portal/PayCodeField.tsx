import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { amountCents, centsOf, decimalOf } from '../../../contract/money.ts';
import type { PayCode } from '../../../contract/pay-code.ts';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { PickerField } from '../../ui/form/fields.tsx';
import { useFieldProps, useFormState } from '../../ui/form/form-context.ts';
import { sectionKey } from '../../ui/section.ts';
import { payCodePicker, payCodeSection } from '../pay-codes/section.ts';

/** Another pay code brings another amount, as the server would calculate it. */
export function PayCodeField({ log }: { log: PayrollLog }) {
  const { form } = useFormState();
  const id = useFieldProps('payroll_id').value as number | null;
  const recorded = log.payroll?.id ?? null;
  const code = useQuery({
    queryKey: sectionKey(payCodeSection, 'one', id),
    queryFn: ({ signal }) => api.get<PayCode>(`attendance/payrolls/${id}/`, { signal }),
    enabled: id !== null && id !== recorded,
  });
  const rate = id === recorded ? log.rate : id === null ? '0' : code.data?.amount;
  const taken = useRef(recorded);
  const set = form.setFieldValue;
  useEffect(() => {
    if (rate === undefined || taken.current === id) return;
    taken.current = id;
    set('amount_need_to_be_paid', decimalOf(amountCents(centsOf(rate), log.duration_of_schedule)));
  }, [id, rate, set, log.duration_of_schedule]);
  return <PickerField name="payroll_id" label="Pay code" source={payCodePicker} optional />;
}
