import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { payCodeEndpoints } from '#contract/pay/pay-codes.endpoints.ts';
import {
  changeCheckIn,
  checkIn,
  listMissingCheckIns,
  payrollLogEndpoints,
  withdrawCheckIn,
} from '#contract/pay/payroll.endpoints.ts';
import { limits } from '#contract/limits.ts';
import type { MissingCheckIn, PayrollLog } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { capitalize } from '#web/ui/labels.ts';
import { choicesOf, type Filter, type FilterOf } from '#web/ui/list/filter.ts';
import { resourceKey, type FormResource, type ResourceInfo } from '#web/ui/resource.ts';
import { payCodeResource } from '#web/school/pay-codes.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

export const missingPath = '/timesheet-admin-portal/missing';

export const portalResource: FormResource<PayrollLog> = {
  title: 'Timesheet Admin Portal',
  singular: 'Check-in',
  path: '/timesheet-admin-portal',
  calls: {
    ...payrollLogEndpoints,
    create: checkIn,
    change: changeCheckIn,
    remove: withdrawCheckIn,
  },
  permission: 'Timesheet Admin Portal',
  archivable: false,
  addPath: null,
};

export const missingResource: ResourceInfo<MissingCheckIn> = {
  title: 'Classes without check-in',
  singular: 'Check-in',
  path: missingPath,
  calls: { name: 'payroll-logs-missing', list: listMissingCheckIns },
  permission: 'Timesheet Admin Portal',
  archivable: false,
  addPath: null,
};

const dates = { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' } as const;
const teacher: Filter<'teacher'> = {
  kind: 'picker',
  name: 'teacher',
  title: 'Teacher',
  source: teacherPicker,
};
const subject: Filter<'subject'> = {
  kind: 'picker',
  name: 'subject',
  title: 'Subject',
  source: subjectPicker,
};

const requested: Filter<'requested'> = {
  kind: 'select',
  name: 'requested',
  title: 'Request',
  choices: [{ value: 'true', label: 'Requested by the teacher' }],
};

export const missingFilters: FilterOf<typeof listMissingCheckIns>[] = [
  dates,
  teacher,
  subject,
  requested,
];

/** The filters of check-ins; "none" is an option of pay codes. */
export function usePortalFilters(): FilterOf<typeof payrollLogEndpoints.list>[] {
  const codes = useQuery({
    queryKey: resourceKey(payCodeResource, 'choices'),
    queryFn: ({ signal }) =>
      request(payCodeEndpoints.list, { query: { limit: limits.pickerRows }, signal }),
    staleTime: 30_000,
  });
  return useMemo<FilterOf<typeof payrollLogEndpoints.list>[]>(() => {
    const known = (codes.data?.results ?? []).map(({ id, paycode }) => ({
      value: String(id),
      label: paycode,
    }));
    return [
      { ...dates, ownControl: true },
      teacher,
      {
        kind: 'checkbox',
        name: 'status',
        title: 'Status',
        choices: choicesOf(['pending', 'completed'], capitalize),
      },
      {
        kind: 'checkbox',
        name: 'flag',
        title: 'Flags',
        choices: [
          { value: 'stand_in', label: 'Stand-in' },
          { value: 'contested', label: 'Contested' },
          { value: 'earlier_address', label: 'Earlier address' },
          { value: 'class_cancelled', label: 'Class was cancelled' },
          { value: 'minutes_differ', label: 'Class has other minutes now' },
          { value: 'overlap', label: 'Paid for two classes at a time' },
          { value: 'planned_paid', label: 'Covered, planned teacher paid' },
        ],
      },
      {
        kind: 'select',
        name: 'payroll',
        title: 'Pay code',
        choices: [{ value: 'none', label: 'No pay code' }, ...known],
      },
      subject,
    ];
  }, [codes.data]);
}
