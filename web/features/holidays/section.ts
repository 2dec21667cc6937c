import type { Holiday } from '../../../contract/holiday.ts';
import type { Column } from '../../ui/list/column.ts';
import type { Filter } from '../../ui/list/filter.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { longDate } from '../../ui/names.ts';

export const holidaySection: SectionInfo = { title: 'Holidays', one: 'Holiday', path: '/holiday', api: 'holiday', resource: 'Holidays' };

export const holidayColumns: Column<Holiday>[] = [
  { id: 'name', title: 'Name', text: (row) => row.name, ordering: 'name' },
  { id: 'date_from', title: 'From', text: (row) => longDate(row.date_from), ordering: 'date_from' },
  { id: 'date_to', title: 'To', text: (row) => longDate(row.date_to), ordering: 'date_to' },
];

export const holidayFilters: Filter[] = [{ kind: 'dates', name: 'start_date', until: 'end_date', title: 'Dates' }];
