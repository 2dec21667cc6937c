import { describe, expect, it } from 'vitest';
import { namesOf, type Filter } from '#web/ui/list/filter.ts';
import { filtersOf as absenceFilters } from '#web/standing/absences/resource.ts';
import { filtersOf as contactHourFilters } from '#web/standing/contact-hours/resource.ts';
import { followUpFilters } from '#web/standing/follow-ups/resource.tsx';
import { noteFilters } from '#web/attendance/notes/resource.tsx';
import { filtersOf as openRollFilters } from '#web/attendance/open-rolls/resource.ts';
import { reportFilters } from '#web/standing/reports/resource.ts';
import { timetableFilters } from '#web/timetable/class-schedules/filters.ts';

const lists: Record<string, (has: boolean) => Filter[]> = {
  absences: (has) => absenceFilters(has, has),
  'contact hours': (has) => contactHourFilters([80], has),
  'follow-ups': (has) => followUpFilters(has),
  notes: (has) => noteFilters(has, null),
  'notes of a teacher': (has) => noteFilters(has, 7),
  'open rolls': (has) => openRollFilters(has),
  reports: (has) =>
    reportFilters(
      () => has,
      () => has,
    ),
  timetable: (has) =>
    timetableFilters(
      () => has,
      () => has,
      ['Monday'],
    ),
};

describe('filters of an address are sent whatever the user is offered (R-REPORT-4)', () => {
  it.each(Object.entries(lists))('%s', (_, filtersOf) => {
    const [all, few] = [true, false].map((has) => filtersOf(has).flatMap(namesOf).toSorted());
    expect(few).toEqual(all);
  });
});
