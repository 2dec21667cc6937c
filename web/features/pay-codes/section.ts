import { payTypes, payTypeTitle, type PayCode } from '../../../contract/pay-code.ts';
import { choicesOf, type Filter } from '../../ui/list/filter.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const payCodeSection: SectionInfo = {
  title: 'Payrolls',
  one: 'Pay code',
  path: '/timesheet-admin-portal/payrolls',
  api: 'payrolls',
  resource: 'Payrolls',
};

export const payTypeChoices = choicesOf(payTypes, payTypeTitle);

export const payCodePicker = pickerOf<PayCode>({
  title: 'Pay code',
  api: 'payrolls',
  label: ({ paycode, amount }) => `${paycode} (${amount} an hour)`,
});

export const payCodeColumns: Column<PayCode>[] = [
  { id: 'paycode', title: 'Pay code', text: (row) => row.paycode, ordering: 'paycode' },
  { id: 'amount', title: 'Amount per hour', text: (row) => row.amount, ordering: 'amount', numeric: true },
  { id: 'paycode_type', title: 'Pay type', text: (row) => payTypeTitle(row.paycode_type), ordering: 'paycode_type' },
  { id: 'details', title: 'Details', text: (row) => row.details, wraps: true },
];

export const payCodeFilters: Filter[] = [{ kind: 'checkbox', name: 'paycode_type', title: 'Pay type', choices: payTypeChoices }];
