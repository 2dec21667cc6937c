import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { List } from '../../../contract/fields.ts';
import { limits } from '../../../contract/limits.ts';
import type { PayCode } from '../../../contract/pay-code.ts';
import { api } from '../../app/api.ts';
import { choicesOf, type Filter } from '../../ui/list/filter.ts';
import { sectionKey, type SectionInfo } from '../../ui/section.ts';
import { payCodeSection } from '../pay-codes/section.ts';
import { subjectPicker } from '../subjects/section.ts';
import { teacherPicker } from '../teachers/section.ts';

export const missingPath = '/timesheet-admin-portal/missing';

export const portalSection: SectionInfo = {
  title: 'Timesheet Admin Portal',
  one: 'Check-in',
  path: '/timesheet-admin-portal',
  api: 'payroll-logs',
  resource: 'Timesheet Admin Portal',
  neverArchived: true,
  addPath: null,
};

export const missingSection: SectionInfo = {
  title: 'Classes without check-in',
  one: 'Check-in',
  path: missingPath,
  api: 'payroll-logs-missing',
  resource: 'Timesheet Admin Portal',
  neverArchived: true,
  addPath: null,
};

export const dates: Filter = { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' };
const teacher: Filter = { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker };
const subject: Filter = { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker };

export const missingFilters: Filter[] = [dates, teacher, subject];

/** What the check-ins can be narrowed to; there are few pay codes, and none is one of them. */
export function usePortalFilters(): Filter[] {
  const codes = useQuery({
    queryKey: sectionKey(payCodeSection, 'choices'),
    queryFn: ({ signal }) => api.get<List<PayCode>>('attendance/payrolls/', { query: { limit: limits.pickerRows }, signal }),
    staleTime: 30_000,
  });
  return useMemo<Filter[]>(() => {
    const known = (codes.data?.results ?? []).map(({ id, paycode }) => ({ value: String(id), label: paycode }));
    return [
      dates,
      teacher,
      { kind: 'checkbox', name: 'status', title: 'Status', choices: choicesOf(['pending', 'completed']) },
      {
        kind: 'checkbox',
        name: 'flag',
        title: 'Flags',
        choices: [
          { value: 'stand_in', label: 'Stand-in' },
          { value: 'contested', label: 'Contested' },
          { value: 'earlier_address', label: 'Earlier address' },
        ],
      },
      { kind: 'select', name: 'payroll', title: 'Pay code', choices: [{ value: 'none', label: 'No pay code' }, ...known] },
      subject,
    ];
  }, [codes.data]);
}
