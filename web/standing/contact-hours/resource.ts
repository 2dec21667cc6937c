import { bandTitle } from '#contract/standing/contact-hours.ts';
import type { ContactHours } from '#contract/standing/contact-hour-list.ts';
import { listContactHours } from '#contract/standing/contact-hours.endpoints.ts';
import { offeredIf, type Filter, type FilterOf } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { semesterPicker } from '#web/school/semesters.ts';

export const contactHourResource: ResourceInfo<ContactHours> = {
  title: 'Contact hours',
  singular: 'student',
  path: '/contact-hours',
  calls: { name: 'contact-hours', list: listContactHours },
  permission: 'Red List Students',
  archivable: false,
  addPath: null,
};

type Own = FilterOf<typeof listContactHours>;

/** Filters of the list; bands are those of the institute. */
export function filtersOf(bands: readonly number[], hasCohorts: boolean): Filter[] {
  const filters: Own[] = [
    { kind: 'picker', name: 'semester', title: 'Semester', source: semesterPicker },
    {
      kind: 'select',
      name: 'band',
      title: 'Band',
      choices: [...bands, null].map((band) => ({
        value: String(band ?? 0),
        label: bandTitle(band, bands),
      })),
    },
    {
      kind: 'select',
      name: 'outlook',
      title: `${bands.at(-1) ?? ''}% of the period`,
      choices: [
        { value: 'certain', label: 'Reached, whatever is missed' },
        { value: 'open', label: 'Still open' },
        { value: 'lost', label: 'Can no longer be reached' },
      ],
    },
    { kind: 'picker', name: 'course', title: 'Course', source: coursePicker },
    offeredIf(hasCohorts, {
      kind: 'picker',
      name: 'cohort',
      title: 'Cohort',
      source: cohortPicker,
    }),
  ];
  return filters;
}
