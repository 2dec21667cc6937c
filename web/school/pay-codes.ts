import { payCodeEndpoints } from '#contract/pay/pay-codes.endpoints.ts';
import { payTypes, payTypeTitle, type PayCode } from '#contract/pay/pay-code.ts';
import { moneyOf } from '#web/ui/format.ts';
import { choicesOf, type FilterOf } from '#web/ui/list/filter.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const payCodeResource: FormResource<PayCode> = {
  title: 'Pay codes',
  singular: 'Pay code',
  path: '/timesheet-admin-portal/payrolls',
  calls: payCodeEndpoints,
  permission: 'Payrolls',
};

export const payTypeChoices = choicesOf(payTypes, payTypeTitle);

export const payCodePicker = pickerOf({
  title: 'Pay code',
  calls: payCodeEndpoints,
  label: ({ paycode, amount }) => `${paycode} (${amount} per hour)`,
});

export const payCodeColumns: Column<PayCode>[] = [
  { id: 'paycode', title: 'Pay code', text: (row) => row.paycode, ordering: 'paycode' },
  {
    id: 'amount',
    title: 'Amount per hour',
    text: (row) => row.amount,
    cell: (row) => moneyOf(row.amount),
    ordering: 'amount',
    numeric: true,
  },
  {
    id: 'paycode_type',
    title: 'Pay type',
    text: (row) => payTypeTitle(row.paycode_type),
    ordering: 'paycode_type',
  },
  {
    id: 'classes',
    title: 'Classes',
    text: (row) => row.classes,
    numeric: true,
    spare: 760,
    inCards: 'field',
  },
  { id: 'details', title: 'Details', text: (row) => row.details, wraps: true },
];

export const payCodeFilters: FilterOf<typeof payCodeEndpoints.list>[] = [
  { kind: 'checkbox', name: 'paycode_type', title: 'Pay type', choices: payTypeChoices },
];
