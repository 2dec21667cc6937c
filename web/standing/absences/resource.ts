import type { Absence } from '#contract/standing/absences.ts';
import { listAbsences } from '#contract/standing/absences.endpoints.ts';
import { offeredIf, type FilterOf } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { teacherPicker } from '#web/school/teachers.ts';

export const absenceResource: ResourceInfo<Absence> = {
  title: 'Absences',
  singular: 'Absence',
  path: '/absences',
  calls: { name: 'absences', list: listAbsences },
  permission: 'Attendance',
  archivable: false,
  addPath: null,
};

type AbsenceFilter = FilterOf<typeof listAbsences>;
const filters: AbsenceFilter[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  {
    kind: 'select',
    name: 'below',
    title: 'Rate below',
    choices: [95, 90, 85, 80, 75, 70, 60, 50].map((percent) => ({
      value: `${percent}`,
      label: `${percent}%`,
    })),
  },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
  { kind: 'own', name: 'class_schedule' },
];

/** Teachers find the students of their own classes; others find them by teacher. */
export const filtersOf = (all: boolean, cohorts: boolean): AbsenceFilter[] => [
  ...filters,
  offeredIf(cohorts, { kind: 'picker', name: 'cohort', title: 'Cohort', source: cohortPicker }),
  offeredIf(all, { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker }),
];
