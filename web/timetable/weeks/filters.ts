import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { isPicker } from '#web/ui/list/filter.ts';
import type { PickerSource } from '#web/ui/picker.ts';
import { semesterPicker } from '#web/school/semesters.ts';
import { studentPicker } from '#web/school/students.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { weekFilters } from '../class-schedules/filters.ts';
import { weekFilterNames, type WeekFilterName } from './search.ts';

export interface WeekFilter {
  name: WeekFilterName;
  title: string;
  source: PickerSource;
}

/** The filters that a user may choose. */
export function filtersFor(
  can: (subject: PermissionSubject, action: Action) => boolean,
  mayFilter: (name: string) => boolean,
): WeekFilter[] {
  const all = [
    ...weekFilters(can, mayFilter).filter(isPicker),
    ...(can('Students', 'read')
      ? [{ name: 'student', title: 'Student', source: studentPicker }]
      : []),
    { name: 'subject', title: 'Subject', source: subjectPicker },
    { name: 'semester', title: 'Semester', source: semesterPicker },
  ];
  return all.flatMap(({ name, title, source }) => {
    const known = weekFilterNames.find((it) => it === name);
    return known ? [{ name: known, title, source }] : [];
  });
}
