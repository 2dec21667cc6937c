import { holidayEndpoints } from '#contract/timetable/holidays.endpoints.ts';
import type { Holiday } from '#contract/timetable/holiday.ts';
import { request } from '#web/platform/api.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { longDate } from '#web/ui/format.ts';

export const holidayResource: FormResource<Holiday> = {
  title: 'Holidays',
  singular: 'Holiday',
  path: '/holiday',
  calls: holidayEndpoints,
  permission: 'Holidays',
  bringsClasses: {
    when: 'removed',
    remove: (id, query) => request(holidayEndpoints.remove, { params: { id }, query }),
  },
};

export const holidayColumns: Column<Holiday>[] = [
  { id: 'name', title: 'Name', text: (row) => row.name, ordering: 'name' },
  { id: 'date_from', title: 'From', text: (row) => longDate(row.date_from), ordering: 'date_from' },
  { id: 'date_to', title: 'To', text: (row) => longDate(row.date_to), ordering: 'date_to' },
];

export const holidayFilters: FilterOf<typeof holidayEndpoints.list>[] = [
  { kind: 'dates', name: 'start_date', until: 'end_date', title: 'Dates' },
];
