import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listOpenRolls } from '#contract/attendance/open-rolls.endpoints.ts';
import type { OpenRoll } from '#contract/attendance/open-roll.ts';
import { request } from '#web/platform/api.ts';
import { offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import { requestOfList, shapeOfList } from '#web/ui/list/request.ts';
import { resourceKey, type ResourceInfo } from '#web/ui/resource.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

export const openRollResource: ResourceInfo<OpenRoll> = {
  title: 'Rolls not taken or unfinished',
  singular: 'Roll',
  path: '/open-rolls',
  calls: { name: 'open-rolls', list: listOpenRolls },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};

/** The dates of the rolls that the list shows, and how many there are: the same request. */
export function useListed(search: Record<string, string | undefined>, filterNames: string[]) {
  const { query } = requestOfList(openRollResource.calls, shapeOfList(search, filterNames));
  return useQuery({
    queryKey: resourceKey(openRollResource, 'rows', query),
    queryFn: ({ signal }) => request(listOpenRolls, { query, signal }),
    placeholderData: keepPreviousData,
  }).data;
}

export const stateTitles: Record<OpenRoll['state'], string> = {
  not_taken: 'Not taken',
  in_progress: 'Unfinished',
};

const filters: FilterOf<typeof listOpenRolls>[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  {
    kind: 'select',
    name: 'state',
    title: 'State',
    choices: [
      { value: 'not_taken', label: stateTitles.not_taken },
      { value: 'in_progress', label: stateTitles.in_progress },
    ],
  },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
];

/** Teachers find their own rolls; others find them by teacher. */
export const filtersOf = (all: boolean): FilterOf<typeof listOpenRolls>[] => [
  ...filters,
  offeredIf(all, { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker }),
];
