import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { payCodeEndpoints } from '#contract/pay/pay-codes.endpoints.ts';
import { amountCents, centsOf, decimalOf } from '#contract/pay/money.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { PickerField } from '#web/ui/form/fields.tsx';
import { useFieldProps, useFormState } from '#web/ui/form/form-context.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { payCodePicker, payCodeResource } from '#web/school/pay-codes.ts';

/** The amount of another pay code, as the server calculates it. */
export function PayCodeField({ log }: { log: PayrollLog }) {
  const { form } = useFormState();
  const id = useFieldProps('payroll_id').value as number | null;
  const recorded = log.payroll?.id ?? null;
  const code = useQuery({
    queryKey: resourceKey(payCodeResource, 'one', id),
    queryFn:
      id === null || id === recorded
        ? skipToken
        : ({ signal }) => request(payCodeEndpoints.get, { params: { id }, signal }),
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
