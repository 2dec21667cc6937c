import type { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { classTypes, type Weekday } from '#contract/weekdays.ts';
import { choicesOf, offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import { classroomPicker } from '#web/school/classrooms.ts';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { semesterPicker } from '#web/school/semesters.ts';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

type Can = (subject: PermissionSubject, action: Action) => boolean;
type MayFilter = (name: string) => boolean;

/** Filters of both views of the timetable, by the user's permissions. */
export function weekFilters(
  can: Can,
  mayFilter: MayFilter,
): FilterOf<typeof classScheduleEndpoints.list>[] {
  const canReadTeachers =
    can('Teachers', 'read') || can('Timetables', 'edit') || can('Attendance', 'teacherFilter');
  return [
    offeredIf(canReadTeachers, {
      kind: 'picker',
      name: 'teacher',
      title: 'Teacher',
      source: teacherPicker,
    }),
    { kind: 'picker', name: 'classroom', title: 'Classroom', source: classroomPicker },
    offeredIf(mayFilter('cohort'), {
      kind: 'picker',
      name: 'cohort',
      title: 'Cohort',
      source: cohortPicker,
    }),
  ];
}

/** A semester of half a year; longer ones are rare, and their weeks can be written into the address. */
const mostWeeks = 26;

export const weekFilter = {
  kind: 'select',
  name: 'week',
  title: 'Week of the semester',
  choices: Array.from({ length: mostWeeks }, (_, at) => ({
    value: String(at + 1),
    label: `Week ${at + 1}`,
  })),
} as const satisfies FilterOf<typeof classScheduleEndpoints.list>;

/** @param days the institute's days with classes. */
export function timetableFilters(
  can: Can,
  mayFilter: MayFilter,
  days: readonly Weekday[],
): FilterOf<typeof classScheduleEndpoints.list>[] {
  return [
    { kind: 'checkbox', name: 'day_of_week', title: 'Day', choices: choicesOf(days) },
    { kind: 'checkbox', name: 'class_type', title: 'Class type', choices: choicesOf(classTypes) },
    { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
    { kind: 'picker', name: 'semester', title: 'Semester', source: semesterPicker },
    ...weekFilters(can, mayFilter),
    weekFilter,
  ];
}
